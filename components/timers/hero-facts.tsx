'use client';

import type { ReactNode } from 'react';
import { useConnection, useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { formatDuration, formatWhen, timeToTheSecond } from '#/lib/client/time/format-time.ts';
import { capMs, pausedMs } from '#/lib/client/timers/elapsed.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** Its start, pauses, number of spans, and when it ends automatically; offline, how certain the digits are. */
export function HeroFacts({ timer }: { timer: TimerJson }) {
  const isOffline = useConnection().kind === 'offline';
  return (
    <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-text-3 md:gap-x-6">
      {isOffline ? <OfflineFacts /> : <TimerFacts timer={timer} />}
    </p>
  );
}

function TimerFacts({ timer }: { timer: TimerJson }) {
  const style = useTimeStyle();
  const today = useToday();
  const started = Date.parse(timer.started_at);
  const paused = pausedMs(timer, Date.parse(timer.running_since ?? timer.started_at));
  const cap = capMs(timer);
  return (
    <>
      <Fact name="Started">{formatWhen(started, style, today)}</Fact>
      {paused >= SECOND_MS && <Fact name="Paused">{formatDuration(paused)}</Fact>}
      <Fact name="Spans">{timer.spans.length}</Fact>
      {cap !== null && <span className="max-md:hidden">Stops automatically after {formatDuration(cap)}</span>}
    </>
  );
}

function OfflineFacts() {
  const { confirmedAt } = useConnection();
  const style = useTimeStyle();
  return (
    <>
      {confirmedAt !== null && (
        <Fact name="Last confirmed by the server at">{timeToTheSecond(confirmedAt, style)}</Fact>
      )}
      <span>Shown from this device’s clock</span>
      <span>Syncs when back online</span>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span>
      {name} <b className="font-medium text-text-2">{children}</b>
    </span>
  );
}
