'use client';

import { useCallback } from 'react';
import { Icon, type IconName } from '#/components/ui/icon.tsx';
import { LiveText } from '#/components/ui/live-text.tsx';
import type { ConnectionKind, ConnectionState } from '#/lib/client/live/connection.ts';
import { useConnection, useLive, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import {
  formatDuration,
  formatErrorBound,
  timeOfDay,
  timeToTheSecond,
  zoneName,
} from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

const ICONS: Record<ConnectionKind, IconName> = { synced: 'check', checking: 'sync', offline: 'offline' };
/** From this error on a person should know; the time shown stays right. */
const DEVICE_ERROR_MS = 2_000;

/** How exact this page's time is: the connection state in words, the server's clock, its zone and the error bound. */
export function SyncLine() {
  const connection = useConnection();
  const style = useTimeStyle();
  const isOffline = connection.kind === 'offline';
  return (
    <div title={formatConnection(connection, style)} className="sync-line">
      <Icon name={ICONS[connection.kind]} className={isOffline ? 'text-warn' : 'text-text-2'} />
      <b className="font-medium text-text-2 max-xl:sr-only">{formatConnection(connection, style)}</b>
      <span className="col-start-2 whitespace-nowrap max-xl:hidden">
        {connection.kind === 'synced' && <ServerTime style={style} />}
        {connection.kind === 'checking' && 'one moment'}
        {isOffline && 'Timing from this device'}
      </span>
      <DeviceClockText />
    </div>
  );
}

export function formatConnection(connection: ConnectionState, style: TimeStyle): string {
  if (connection.kind === 'synced') return 'In sync with the server';
  if (connection.kind === 'checking') return 'Connecting to the server';
  return `Offline since ${timeOfDay(connection.since, style)}`;
}

function ServerTime({ style }: { style: TimeStyle }) {
  const { clock } = useLive();
  const label = useCallback(
    (now: number) => {
      const bound = clock.boundMs();
      return [timeToTheSecond(now, style), zoneName(now, style.timeZone), bound !== null && formatErrorBound(bound)]
        .filter(Boolean)
        .join(' ');
    },
    [clock, style],
  );
  return <LiveText text={label} />;
}

function DeviceClockText() {
  const { clock } = useLive();
  const label = useCallback(() => {
    const error = Math.round(Math.abs(clock.deviceErrorMs() ?? 0) / SECOND_MS) * SECOND_MS;
    return error > DEVICE_ERROR_MS ? `This device’s clock is ${formatDuration(error)} off` : '';
  }, [clock]);
  return <LiveText text={label} className="col-start-2 text-warn empty:hidden max-xl:hidden" />;
}
