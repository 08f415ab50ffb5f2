'use client';

import { useMe } from '#/lib/client/live/use-live.tsx';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type PomodoroTodayProps = { timers: readonly TimerJson[]; dayStartsAt: string };

/** How many cycles of work were finished today, and the goal. */
export function PomodoroToday({ timers, dayStartsAt }: PomodoroTodayProps) {
  const goal = useMe().user.pomodoro.daily_goal;
  const done = doneSince(timers, Date.parse(dayStartsAt));
  const bars = Array.from({ length: Math.max(goal, done) }, (_, index) => index + 1);
  return (
    <section aria-labelledby="pomodoro-today">
      <div className="mb-2 flex items-baseline justify-between">
        <h2 id="pomodoro-today" className="font-semibold">
          Pomodoro today
        </h2>
        <span className="text-text-3">
          {done} of {goal} done
        </span>
      </div>
      <div aria-hidden="true" className="flex gap-1">
        {bars.map((bar) => (
          <span
            key={bar}
            className={`h-2 min-w-1 grow rounded-xs border border-line ${bar <= done ? 'bg-text-3' : 'bg-sunken'}`}
          />
        ))}
      </div>
    </section>
  );
}

function doneSince(timers: readonly TimerJson[], since: number): number {
  const cycles = timers.flatMap(({ type, cycles }) => (type === 'pomodoro' ? cycles : []));
  return cycles.filter(
    ({ kind, ended_how: how, ended_at: at }) => kind === 'work' && how === 'finished' && at && Date.parse(at) >= since,
  ).length;
}
