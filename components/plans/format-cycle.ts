import { formatDuration } from '#/lib/client/time/format-time.ts';
import type { CycleJson } from '#/lib/tracking/cycles/cycle-schemas.ts';

type Ended = Pick<CycleJson, 'planned_ms' | 'extended_ms' | 'actual_ms' | 'ended_how'>;

/** "24 min of 25 min": of phases that have ended, in order. A restarted phase's plan counts with the next. */
export function againstPlan(cycles: readonly Ended[]): string {
  const planned = cycles.filter(({ ended_how: how }, index) => how !== 'restarted' || index === cycles.length - 1);
  const sum = (of: readonly Ended[], ms: (cycle: Ended) => number) => of.reduce((total, cycle) => total + ms(cycle), 0);
  const actual = sum(cycles, ({ actual_ms: ms }) => ms ?? 0);
  return `${formatDuration(actual)} of ${formatDuration(sum(planned, (one) => one.planned_ms + one.extended_ms))}`;
}
