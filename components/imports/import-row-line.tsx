'use client';

import { dateIn } from '#/lib/client/calendar.ts';
import { lengthWords, rangeWords, shortWeekday } from '#/lib/client/time-words.ts';
import { useTimeStyle } from '#/lib/client/use-live.tsx';
import type { ImportRowJson, OverlapResolution } from '#/lib/tracking/imports/import-schemas.ts';

type Props = {
  row: ImportRowJson;
  /** What happens to rows that overlap unless a row has a choice of its own. */
  overlaps: OverlapResolution;
  onResolve: ((line: number, resolution: OverlapResolution) => void) | undefined;
};

/** One row of a file: what it is about, when, and why it is not imported, or what stands in its way. */
export function ImportRowLine({ row, overlaps, onResolve }: Props) {
  const when = useWhen();
  const about = [row.title || 'Without a title', row.project, row.ticket_key].filter(Boolean).join(', ');
  const length = row.spans.reduce(
    (ms, { started_at, ended_at }) => ms + Date.parse(ended_at) - Date.parse(started_at),
    0,
  );
  return (
    <li className="grid gap-x-4 border-b border-line py-2 md:grid-cols-[72px_minmax(0,1fr)_auto] md:items-start">
      <span className="text-text-3">{`Line ${row.line}`}</span>
      <div className="min-w-0">
        <p className="break-words">{about}</p>
        {row.note && <p className="text-text-2">{row.note.detail}</p>}
        {row.overlaps.map((overlap) => (
          <p key={`${overlap.started_at} ${overlap.label}`} className="text-xs text-text-3">
            {`Overlaps ${overlap.line === null ? '' : `line ${overlap.line}, `}${overlap.label}, ${when(overlap.started_at, overlap.ended_at)}`}
          </p>
        ))}
        {row.placed && <p className="text-xs text-text-3">The file has no clock times for it.</p>}
      </div>
      <div className="flex flex-wrap items-center gap-3 md:justify-end">
        <span className="text-text-2">
          {row.started_at && when(row.started_at, row.ended_at)}
          {length > 0 && <span className="ml-3 font-medium text-text">{lengthWords(length)}</span>}
        </span>
        {onResolve && (
          <select
            aria-label={`What to do with line ${row.line}`}
            value={row.resolution ?? overlaps}
            onChange={({ target }) => onResolve(row.line, target.value as OverlapResolution)}
            className="h-8 rounded-md border border-line-control bg-surface px-2 max-md:h-10 pointer-coarse:h-11"
          >
            <option value="skip">Keep existing time</option>
            <option value="trim">Import what is free</option>
          </select>
        )}
      </div>
    </li>
  );
}

/** `Wed 2026-03-04 09:00 – 10:30`, where the reader is. */
function useWhen(): (from: string, to: string | null) => string {
  const style = useTimeStyle();
  return (from, to) => {
    const date = dateIn(style.timeZone, Date.parse(from));
    return `${shortWeekday(date)} ${date}, ${rangeWords(Date.parse(from), to === null ? null : Date.parse(to), style)}`;
  };
}
