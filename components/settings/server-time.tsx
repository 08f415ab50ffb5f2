'use client';

import { DayDrawing } from '#/components/settings/day-drawing.tsx';
import { useServerTime } from '#/components/settings/use-server-time.ts';
import { Icon } from '#/components/ui/icon.tsx';

const STATES = {
  checking: ['sync', 'Getting the server’s time'],
  synced: ['check', 'Server time, to the second'],
  unreachable: ['offline', 'Can’t reach the server. Trying again'],
} as const;

/** The server's clock, and a drawing of a day. No number until the server has responded. */
export function ServerTime() {
  const { state, now } = useServerTime();
  const [icon, text] = STATES[state];
  return (
    <section aria-label="Server time">
      <p role="status" className="flex items-center gap-1.5 font-medium text-text-2">
        <Icon name={icon} className="size-3.5" />
        {text}
      </p>
      <BigClock now={now} />
      <div className="mt-12 hidden lg:block">
        <DayDrawing minuteOfDay={now && now.getHours() * 60 + now.getMinutes()} />
        <p className="mt-12 max-w-[520px] text-lg text-text-2">
          The server keeps your time, not this tab. Close the lid, switch laptops, come back tomorrow: the timer is
          where you left it.
        </p>
      </div>
    </section>
  );
}

function BigClock({ now }: { now: Date | null }) {
  const pad = (part: number | undefined) => (part === undefined ? '––' : String(part).padStart(2, '0'));
  return (
    <p
      role="timer"
      aria-label="Server time"
      className="mt-2 text-[56px] leading-none tracking-[-0.03em] lg:mt-4 lg:-ml-[7px] lg:text-[120px]"
    >
      {pad(now?.getHours())}:{pad(now?.getMinutes())}
      <span className={now ? 'text-accent' : 'text-text-3'}>:{pad(now?.getSeconds())}</span>
    </p>
  );
}
