'use client';

import { EntryMenu } from '#/components/entries/entry-menu.tsx';
import { TagList } from '#/components/entries/tag-list.tsx';
import type { EntryActions } from '#/components/entries/use-entry-actions.ts';
import { ProposalState, useOwnProposal } from '#/components/proposals/proposal-state.tsx';
import { Button } from '#/components/ui/button.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import type { IconName } from '#/components/ui/icon.tsx';
import { LiveText } from '#/components/ui/live-text.tsx';
import type { Entry, EntrySpan } from '#/lib/client/entries/day-entries.ts';
import { formatOrigin, formatSpanZones } from '#/lib/client/entries/format-span.ts';
import { useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { clockDigits, formatDuration, formatRange } from '#/lib/client/time/format-time.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** By pointer it is on the row. */
const WITH_POINTER_HIDDEN = 'md:pointer-fine:hidden';

type EntrySpansProps = {
  entry: Entry;
  actions: EntryActions;
  onEdit: () => void;
  onContinue: (() => void) | undefined;
};

/** The spans of an entry, newest first, each with its duration. */
export function EntrySpans({ entry, actions, onEdit, onContinue }: EntrySpansProps) {
  const proposal = useOwnProposal(entry.timer.id);
  return (
    <>
      {entry.spans.toReversed().map((span) => (
        <SpanRow key={span.id} span={span} />
      ))}
      {proposal && (
        <tr aria-level={2} className="block border-b border-line bg-sunken py-1.5 pr-4 pl-6 md:pr-2">
          <td className="block">
            <ProposalState proposal={proposal} />
          </td>
        </tr>
      )}
      <tr
        aria-level={2}
        className={classNames(
          'flex items-center gap-3 border-b border-line bg-sunken px-4 py-2 md:px-2',
          entry.timer.tags.length === 0 && WITH_POINTER_HIDDEN,
        )}
      >
        <td className="min-w-0 grow *:mt-0">
          <TagList tags={entry.timer.tags} />
        </td>
        <td className={classNames('flex gap-2', WITH_POINTER_HIDDEN)}>
          <EntryMenu name={timerName(entry.timer)} actions={actions} />
          <EntryButton verb="Edit" icon="pencil" timer={entry.timer} onClick={onEdit} />
          {onContinue && <EntryButton verb="Continue" icon="play" timer={entry.timer} onClick={onContinue} />}
        </td>
      </tr>
    </>
  );
}

type EntryButtonProps = { verb: string; icon: IconName; timer: TimerJson; onClick: () => void };

function EntryButton({ verb, icon, timer, onClick }: EntryButtonProps) {
  return (
    <Button
      size="sm"
      icon={icon}
      className="pointer-coarse:h-11"
      aria-label={`${verb} ${timerName(timer)}`}
      onClick={onClick}
    >
      {verb}
    </Button>
  );
}

function SpanRow({ span }: { span: EntrySpan }) {
  const style = useTimeStyle();
  const notes = [formatOrigin(span.origin), formatSpanZones(span, style)].filter(Boolean).join(' · ');
  return (
    <tr
      aria-level={2}
      className="flex h-8 items-center justify-between border-b border-line bg-sunken pr-4 pl-6 text-text-2 md:pr-2"
    >
      <td>
        {formatRange(span.from, span.isLive ? null : span.to, style)}
        {notes && <span className="ml-2 text-xs text-text-3">{notes}</span>}
      </td>
      <td>
        {span.isLive ? (
          <LiveText phase={span.from} text={(now) => clockDigits(Math.max(0, now - span.from)).join('')} />
        ) : (
          formatDuration(span.to - span.from)
        )}
      </td>
    </tr>
  );
}
