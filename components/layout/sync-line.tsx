'use client';

import { useCallback } from 'react';
import { Icon, type IconName } from '#/components/ui/icon.tsx';
import { LiveText } from '#/components/ui/live-text.tsx';
import type { ConnectionKind, ConnectionState } from '#/lib/client/connection.ts';
import { boundWords, lengthWords, timeOfDay, timeToTheSecond, zoneName } from '#/lib/client/time-words.ts';
import { useConnection, useLive, useMe } from '#/lib/client/use-live.tsx';
import { SECOND_MS } from '#/lib/core/duration.ts';

const ICONS: Record<ConnectionKind, IconName> = { in_step: 'check', asking: 'sync', offline: 'offline' };
/** From here on a person should know; the time shown stays right. */
const DEVICE_ERROR_MS = 2_000;

/** How sure this page is of the time: the state in words, the server's clock, its zone and the error bound. */
export function SyncLine() {
  const connection = useConnection();
  const { time_zone: timeZone } = useMe().user;
  const isOffline = connection.kind === 'offline';
  return (
    <div
      title={stateWords(connection, timeZone)}
      className="grid grid-cols-[16px_minmax(0,1fr)] items-center gap-x-2 gap-y-0.5 px-4 py-2 text-xs text-text-3 max-xl:justify-center max-xl:grid-cols-[16px] max-xl:px-0"
    >
      <Icon name={ICONS[connection.kind]} className={isOffline ? 'text-warn' : 'text-text-2'} />
      <b className="font-medium text-text-2 max-xl:sr-only">{stateWords(connection, timeZone)}</b>
      <span className="col-start-2 whitespace-nowrap max-xl:hidden">
        {connection.kind === 'in_step' && <ServerTime timeZone={timeZone} />}
        {connection.kind === 'asking' && 'one moment'}
        {isOffline && 'Timing from this device'}
      </span>
      <DeviceClockWords />
    </div>
  );
}

export function stateWords(connection: ConnectionState, timeZone: string): string {
  if (connection.kind === 'in_step') return 'In step with the server';
  if (connection.kind === 'asking') return 'Asking the server';
  return `Offline since ${timeOfDay(connection.since, timeZone)}`;
}

function ServerTime({ timeZone }: { timeZone: string }) {
  const { clock } = useLive();
  const words = useCallback(
    (now: number) => {
      const bound = clock.errorBoundMs();
      return [timeToTheSecond(now, timeZone), zoneName(now, timeZone), bound !== null && boundWords(bound)]
        .filter(Boolean)
        .join(' ');
    },
    [clock, timeZone],
  );
  return <LiveText text={words} />;
}

function DeviceClockWords() {
  const { clock } = useLive();
  const words = useCallback(() => {
    const error = Math.round(Math.abs(clock.deviceErrorMs() ?? 0) / SECOND_MS) * SECOND_MS;
    return error > DEVICE_ERROR_MS ? `This device’s clock is ${lengthWords(error)} off` : '';
  }, [clock]);
  return <LiveText text={words} className="col-start-2 text-warn empty:hidden max-xl:hidden" />;
}
