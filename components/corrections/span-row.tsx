'use client';

import { EndField } from '#/components/corrections/end-field.tsx';
import { IconButton } from '#/components/ui/icon-button.tsx';
import {
  canSplit,
  type Draft,
  type DraftEnd,
  type DraftSpan,
  withEnd,
  withMerge,
  withoutSpan,
  withSplit,
} from '#/lib/client/corrections/correction-draft.ts';
import { ruleOf, type SpanProblem, withSettled, withTyped } from '#/lib/client/corrections/correction-typing.ts';
import { formatOrigin } from '#/lib/client/entries/format-span.ts';
import { formatDuration, timeOfDay } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Props = {
  span: DraftSpan;
  draft: Draft;
  timer: TimerJson;
  style: TimeStyle;
  now: number;
  problem: SpanProblem | null;
  onChange: (draft: Draft) => void;
};

const cell = 'border-line p-0 py-1.5 pr-3 align-top md:border-b max-md:pr-0';

/** One span: both ends as fields, its duration, its origin, and its actions. */
export function SpanRow({ span, draft, timer, style, now, problem, onChange }: Props) {
  const index = draft.spans.indexOf(span);
  const number = index + 1;
  const isLast = number === draft.spans.length;
  const end = (which: DraftEnd, name: string) => (
    <td className={cell}>
      <EndField
        label={`${name} of span ${number}`}
        at={span[which]}
        was={span.was ? span.was[which] : undefined}
        typed={span.typed[which]}
        rule={ruleOf(draft, span, which, style)}
        problem={problem?.end === which ? problem.problem : null}
        onType={(text) => {
          const typing = {
            text,
            rule: ruleOf(draft, span, which, style),
            mayRun: isLast && timer.status === 'running',
          };
          onChange(withTyped(draft, { key: span.key, end: which }, typing));
        }}
        onChoose={(at) => onChange(withSettled(withEnd(draft, span.key, which, at), { key: span.key, end: which }))}
        onSettle={() => onChange(withSettled(draft, { key: span.key, end: which }))}
      />
    </td>
  );
  return (
    <tr
      data-span-row={span.key}
      className="border-line has-[input:focus]:bg-hover max-md:grid max-md:grid-cols-2 max-md:gap-x-3 max-md:border-b max-md:py-2"
    >
      <th scope="row" className={`${cell} text-left leading-7 font-normal text-text-3 max-md:self-center md:pl-2`}>
        <span className="md:hidden">Span </span>
        {number}
      </th>
      {end('from', 'Start')}
      {end('to', 'End')}
      <td className={`${cell} text-right leading-7 font-medium max-md:text-left`}>
        {formatDuration(Math.max(0, (span.to ?? now) - span.from))}
      </td>
      <td className={`${cell} leading-7 text-text-2 max-md:text-right md:pl-6`}>
        {notesOf(span, timer, isLast, style).join(', ')}
      </td>
      <td className={`${cell} text-right whitespace-nowrap max-md:col-start-2 max-md:row-start-1 md:pr-2`}>
        <IconButton
          icon="split"
          label={`Split span ${number}`}
          className="my-0.5"
          disabled={!canSplit(span, now)}
          onClick={() => onChange(withSplit(draft, span.key, now))}
        />
        {!isLast && (
          <IconButton
            icon="merge"
            label={`Join span ${number} with the next`}
            onClick={() => onChange(withMerge(draft, span.key))}
          />
        )}
        {draft.spans.length > 1 && (
          <IconButton
            icon="close"
            label={`Remove span ${number}`}
            onClick={() => onChange(withoutSpan(draft, span.key))}
          />
        )}
      </td>
    </tr>
  );
}

function notesOf(span: DraftSpan, timer: TimerJson, isLast: boolean, style: TimeStyle): string[] {
  const seen = isLast && timer.last_seen_at && `last seen ${timeOfDay(Date.parse(timer.last_seen_at), style)}`;
  return [noteOf(span, timer), ...(seen ? [seen] : [])];
}

function noteOf(span: DraftSpan, { spans }: TimerJson): string {
  const recorded = spans.find(({ id }) => id === span.key);
  if (!span.was || !recorded) return 'new';
  if (span.was.from !== span.from || span.was.to !== span.to) return 'changed';
  return formatOrigin(recorded.origin) ?? 'as recorded';
}
