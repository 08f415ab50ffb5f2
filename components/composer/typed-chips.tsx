'use client';

import { Icon } from '#/components/ui/icon.tsx';
import { useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { formatDuration, formatWhen } from '#/lib/client/time/format-time.ts';
import type { TypedEntry, TypedKind, TypedPart } from '#/lib/client/typed/typed-entry.ts';

const NAMES: Record<TypedKind, string> = {
  ticket: 'Ticket',
  project: 'Project',
  tag: 'Tag',
  start: 'Started',
  plan: 'Plan',
};

type TypedChipsProps = { typed: TypedEntry; onKeepAsText: (part: TypedPart) => void };

/** The recognized parts of the text. The cross turns one back into words of the title. */
export function TypedChips({ typed, onKeepAsText }: TypedChipsProps) {
  const formatStart = useStartText(typed);
  if (typed.parts.length === 0) return null;
  return (
    <ul aria-label="Recognized" className="flex flex-wrap gap-1.5 border-b border-line px-3 py-2">
      {typed.parts.map((part) => (
        <li
          key={`${part.kind} ${part.from}`}
          className="inline-flex h-6 max-w-full items-center gap-1.5 rounded-sm border border-line pl-1.5 text-xs whitespace-nowrap text-text-2 pointer-coarse:h-11"
        >
          <span className="text-text-3">{NAMES[part.kind]}</span>
          <span className="truncate font-medium text-text">{part.kind === 'start' ? formatStart : part.label}</span>
          <button
            type="button"
            aria-label={`Treat “${part.text}” as text`}
            title="Treat as text"
            onClick={() => onKeepAsText(part)}
            className="grid size-6 shrink-0 place-items-center rounded-sm text-text-3 hover:text-text pointer-coarse:size-11"
          >
            <Icon name="close" className="size-3" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** "13:02, 1 h 30 min ago". */
function useStartText({ startedAt, startedAgoMs }: TypedEntry): string {
  const style = useTimeStyle();
  const today = useToday();
  if (startedAt === null || startedAgoMs === null) return '';
  return `${formatWhen(startedAt, style, today)}, ${formatDuration(startedAgoMs)} ago`;
}
