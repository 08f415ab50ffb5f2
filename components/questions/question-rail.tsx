import { type TimerQuestion, timeInQuestion } from '#/components/questions/format-question.ts';
import { layOutQuestion, type Part } from '#/components/questions/question-rail-layout.ts';
import { percent } from '#/components/today/day-rail-layout.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { timeOfDay } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { spanEnd } from '#/lib/client/timers/elapsed.ts';

const PART_CLASSES: Record<Part['look'], string> = {
  kept: 'bg-span inset-ring inset-ring-span-edge',
  live: 'bg-accent forced-colors:border',
  unsure: 'rail-in-question inset-ring inset-ring-span-edge',
};
/** This close, the label of one mark is moved for the other; even closer, at the edge, there is no room. */
const NEAR = 0.25;
const TOO_NEAR = 0.08;

/** The hours of a timer: kept time, and time in question hatched. The text next to it says the same. */
export function QuestionRail({
  asked,
  serverNow,
  style,
}: {
  asked: TimerQuestion;
  serverNow: number;
  style: TimeStyle;
}) {
  const { timer, question } = asked;
  const spans = timer.spans.map((span) => ({
    from: Date.parse(span.started_at),
    to: spanEnd(span, timer, serverNow),
  }));
  const gap = timeInQuestion(asked, serverNow);
  const openFrom = timer.running_since ? Date.parse(timer.running_since) : (spans.at(-1)?.from ?? serverNow);
  const { ticks, parts, marks } = layOutQuestion(spans, gap, openFrom, style);
  const [from, to] = [marks.find(({ kind }) => kind === 'from'), marks.find(({ kind }) => kind === 'to')];
  const distance = from && to ? to.place - from.place : 1;
  const isBack = question.kind === 'absence';
  return (
    <div aria-hidden="true" className="relative mt-8 mb-7 h-10 border-y border-line">
      {ticks.map((tick, index) => (
        <span key={tick.place} className="absolute inset-y-0 w-px bg-line" style={{ left: percent(tick.place) }}>
          <span
            className={classNames(
              'absolute top-full mt-1 text-2xs whitespace-nowrap text-text-3',
              index === ticks.length - 1 ? 'right-0' : index > 0 && '-translate-x-1/2',
              index % 2 === 1 && index < ticks.length - 1 && 'max-sm:hidden',
            )}
          >
            {tick.label}
          </span>
        </span>
      ))}
      {parts.map((part) => (
        <span
          key={`${part.look} ${part.place}`}
          className={classNames('absolute inset-y-2 rounded-xs', PART_CLASSES[part.look])}
          style={{ left: percent(part.place), width: percent(part.width) }}
        />
      ))}
      {from && gap && (
        <span
          className="absolute -top-1.5 -bottom-1.5 border-l-[1.5px] border-dashed border-text"
          style={{ left: percent(from.place) }}
        >
          <span
            className={classNames(
              'absolute bottom-full left-0 text-2xs font-semibold whitespace-nowrap',
              from.place < 0.3 ? '-translate-x-2' : distance < NEAR ? '-translate-x-full' : '-translate-x-1/2',
            )}
          >
            {isBack ? 'left' : 'last seen'} {timeOfDay(gap.from, style)}
          </span>
        </span>
      )}
      {to && !(distance < TOO_NEAR && to.place > 0.85) && (
        <span
          className="absolute -top-2 -bottom-px border-l-[1.5px] border-accent text-accent"
          style={{ left: percent(to.place) }}
        >
          <span
            className={classNames(
              'absolute bottom-full left-0 text-2xs font-semibold whitespace-nowrap',
              distance < TOO_NEAR ? 'translate-x-1' : to.place > 0.9 ? '-translate-x-3/4' : '-translate-x-1/2',
            )}
          >
            {isBack ? 'back' : 'now'} {timeOfDay(gap?.to ?? serverNow, style)}
          </span>
        </span>
      )}
    </div>
  );
}
