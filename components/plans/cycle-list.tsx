'use client';

import { againstPlan } from '#/components/plans/format-cycle.ts';
import { FoldSummary } from '#/components/ui/fold-summary.tsx';
import { capitalized, phaseLabel } from '#/lib/client/plans/format-phase.ts';
import type { CycleJson } from '#/lib/tracking/cycles/cycle-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** How a phase ended if not by its own time. */
const END_LABELS: Partial<Record<NonNullable<CycleJson['ended_how']>, string>> = {
  skipped: 'skipped',
  restarted: 'restarted',
  switched: 'switched',
  stopped: 'stopped',
};

/** The phases that have ended, each with its time and its planned time. An interval shows laps. */
export function CycleList({ timer: { type, cycles } }: { timer: TimerJson }) {
  const ended = cycles.filter(({ ended_at: at }) => at !== null);
  if (ended.length === 0) return null;
  const work = ended.filter(({ kind }) => kind === 'work');
  return (
    <details open={type === 'interval'} className="group mt-1.5 max-w-[500px]">
      <FoldSummary className="text-text-3 hover:text-text">
        {type === 'interval' ? 'Laps' : 'Cycles'} so far: <b className="font-medium text-text-2">{againstPlan(work)}</b>{' '}
        of work planned
      </FoldSummary>
      <ol className="mt-1 max-h-45 overflow-y-auto border-t border-line text-xs">
        {ended.map((cycle) => (
          <Row key={cycle.id} cycle={cycle} />
        ))}
      </ol>
    </details>
  );
}

function Row({ cycle }: { cycle: CycleJson }) {
  const { kind, round, ended_how: how } = cycle;
  return (
    <li className="flex h-7 items-center gap-3 border-b border-line px-1 text-text-3">
      <span className="w-5 text-right">{kind === 'work' && round}</span>
      <span className={kind === 'work' ? 'text-text-2' : undefined}>{capitalized(phaseLabel(kind))}</span>
      <span className="grow">{how && END_LABELS[how]}</span>
      <span>{againstPlan([cycle])}</span>
    </li>
  );
}
