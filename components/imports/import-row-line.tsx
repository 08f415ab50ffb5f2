'use client';

import { RESOLUTION_LABELS } from '#/components/imports/import-labels.ts';
import { dateIn } from '#/lib/client/calendar/calendar.ts';
import { shortDay } from '#/lib/client/corrections/format-correction.ts';
import { useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { formatDuration, formatRange } from '#/lib/client/time/format-time.ts';
import type { ImportMappingJson, ImportRowJson, RowResolution } from '#/lib/tracking/imports/import-schemas.ts';

/** The ticket's key, unless the title begins with it, as when no ticket may be created. */
function keyBeside({ title, ticket_key: key }: ImportRowJson): string | null {
  return key && title !== key && !title.startsWith(`${key} `) ? key : null;
}

type Props = {
  row: ImportRowJson;
  /** The default choice for rows. */
  mapping: ImportMappingJson;
  /** The person of the entry, if the file has several. */
  person: string | null;
  onResolve: ((line: number, resolution: RowResolution) => void) | undefined;
};

/** One row of a file: its subject, its time, and why it is not imported, or what conflicts with it. */
export function ImportRowLine({ row, mapping, person, onResolve }: Props) {
  const when = useWhen();
  const choice = choiceOf(row, mapping);
  const about = [row.title || 'Without a title', row.project, keyBeside(row)].filter(Boolean).join(', ');
  const length = row.spans.reduce(
    (ms, { started_at, ended_at }) => ms + Date.parse(ended_at) - Date.parse(started_at),
    0,
  );
  return (
    <li
      data-import-row
      className="grid gap-x-4 border-b border-line py-2 md:grid-cols-[72px_minmax(0,1fr)_auto] md:items-start"
    >
      <span className="text-text-3">{`Line ${row.line}`}</span>
      <div className="min-w-0">
        <p className="break-words">
          {about}
          {person && <span className="text-text-3"> · {person}</span>}
        </p>
        {row.note && <p className="text-text-2">{row.note.detail}</p>}
        {row.overlaps.map((overlap) => (
          <p key={`${overlap.started_at} ${overlap.label}`} className="text-xs text-text-3">
            {`${row.state === 'duplicate' ? 'Matches' : 'Overlaps'} ${overlap.line === null ? '' : `line ${overlap.line}, `}${overlap.label}, ${when(overlap.started_at, overlap.ended_at)}`}
          </p>
        ))}
        {row.placed && <p className="text-xs text-text-3">The file has no clock times for it.</p>}
      </div>
      <div className="flex flex-wrap items-center gap-3 md:justify-end">
        <span className="text-text-2">
          {row.started_at && when(row.started_at, row.ended_at)}
          {length > 0 && <span className="ml-3 font-medium text-text">{formatDuration(length)}</span>}
        </span>
        {onResolve && choice && (
          <select
            aria-label={`What to do with line ${row.line}`}
            value={choice.value}
            onChange={({ target }) => onResolve(row.line, target.value as RowResolution)}
            className="h-8 rounded-md border border-line-control bg-surface px-2 max-md:h-10 pointer-coarse:h-11"
          >
            {choice.options.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        )}
      </div>
    </li>
  );
}

/** The possible choices for a row, and the current one; null without any. */
function choiceOf({ state, note, resolution }: ImportRowJson, { overlaps, duplicates }: ImportMappingJson) {
  if (resolution === 'import' || (state === 'duplicate' && note?.code === 'likely_duplicate')) {
    return { value: resolution ?? duplicates, options: RESOLUTION_LABELS.duplicates };
  }
  if (state === 'overlap' || (state === 'ready' && resolution)) {
    return { value: resolution ?? overlaps, options: RESOLUTION_LABELS.overlaps };
  }
  return null;
}

/** No year is omitted: files are from any year, so each is shown. */
const NO_YEAR = 'none';

/** `Wed 4 Mar 2026, 09:00 – 10:30`, in the reader's zone. */
function useWhen(): (from: string, to: string | null) => string {
  const style = useTimeStyle();
  return (from, to) => {
    const date = dateIn(style.timeZone, Date.parse(from));
    return `${shortDay(date, NO_YEAR)}, ${formatRange(Date.parse(from), to === null ? null : Date.parse(to), style)}`;
  };
}
