'use client';

import { formatElapsed, formatRelative } from '#/components/alarms/format-alarm.ts';
import { FactList, FactRow } from '#/components/operations/fact-list.tsx';
import {
  figure,
  formatOwnCount,
  formatQueue,
  formatReplica,
  formatSize,
} from '#/components/operations/format-operations.ts';
import type { ServiceFigures } from '#/components/operations/service-figures.ts';
import type { ServiceJson } from '#/lib/analytics/minutes/operations-schemas.ts';
import { useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { counted, formatWhen } from '#/lib/client/time/format-time.ts';
import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import { formatLateness } from '#/lib/core/format-lateness.ts';
import { formatNotification } from '#/lib/notifications/inbox/format-notification.ts';

type FactsProps = { data: ServiceFigures };
type Now = ServiceJson['now'];

/** A transaction that is open for longer prevents vacuum. */
const LONG_TRANSACTION_MS = 5 * MINUTE_MS;
const CLOCK_OFF_MS = 2 * SECOND_MS;
/** This many passes without a canary, at least a minute, count as silence. */
const MISSED_CHECKS = 6;
const SILENT_MS = MINUTE_MS;
/** This share of all connections in use is high. */
const MANY_CONNECTIONS = 0.8;

/** Timers, canaries, clocks: whether alarms are on time. */
export function TimeKeeping({ data }: FactsProps) {
  const { now, workspace, workers } = data;
  const offsets = workers.flatMap(({ is_alive, clock_offset_ms: ms }) => (is_alive && ms !== null ? Math.abs(ms) : []));
  const offset = Math.max(0, ...offsets);
  const failing = [figure(now.endpoints_failing), formatOwnCount(now.endpoints_failing, workspace.endpoints_failing)];
  return (
    <FactList title="Time keeping">
      <FactRow name="Timers running" value={`${figure(now.timers_running)}, ${figure(now.timers_paused)} paused`} />
      <CanaryRow data={data} />
      <FactRow
        icon={now.endpoints_failing > 0 ? 'warning' : 'check'}
        name="Webhook endpoints failing"
        value={failing.filter(Boolean).join(', ')}
      />
      {offsets.length > 0 && (
        <FactRow
          icon={offset > CLOCK_OFF_MS ? 'warning' : 'check'}
          name="Clocks of workers"
          value={`at most ${formatLateness(offset)} off the database’s`}
        />
      )}
    </FactList>
  );
}

function CanaryRow({ data: { canary, server_time } }: FactsProps) {
  if (canary.every_seconds === 0) return null;
  const { last } = canary;
  const at = Date.parse(server_time);
  const silentMs = Math.max(SILENT_MS, MISSED_CHECKS * canary.every_seconds * SECOND_MS);
  const isSilent = !last || at - Date.parse(last.due_at) > silentMs;
  const value = last
    ? `${formatRelative(Date.parse(last.due_at), at) ?? 'long ago'}, ${formatLateness(last.late_ms)} late`
    : 'none in the last hour';
  return <FactRow icon={isSilent ? 'warning' : 'check'} name="Test alarm" value={value} />;
}

/** The database itself: size, rows that wait for vacuum, transactions that prevent it, and its migrations. */
export function DatabaseFacts({ data: { now, migrations, replica } }: FactsProps) {
  const { connections, max_connections, bytes, dead_rows, oldest_transaction_ms } = now.database;
  return (
    <FactList title="Database">
      <FactRow name="Size" value={formatSize(bytes)} />
      <FactRow
        icon={connections > MANY_CONNECTIONS * max_connections ? 'warning' : 'check'}
        name="Connections"
        value={`${figure(connections)} of ${figure(max_connections)}`}
      />
      <FactRow name="Dead rows" value={figure(dead_rows)} />
      <FactRow
        icon={oldest_transaction_ms > LONG_TRANSACTION_MS ? 'warning' : 'check'}
        name="Oldest transaction"
        value={formatElapsed(oldest_transaction_ms)}
      />
      {replica && (
        <FactRow icon={replica.problem ? 'warning' : 'check'} name="Replica" value={formatReplica(replica)} />
      )}
      <FactRow
        icon={migrations.missing.length > 0 ? 'warning' : 'check'}
        name="Migrations"
        value={migrations.missing.length > 0 ? `missing: ${migrations.missing.join(', ')}` : figure(migrations.applied)}
      />
    </FactList>
  );
}

/** Non-empty queues of mail, push and housekeeping. */
export function QueueList({ now }: { now: Now }) {
  return (
    <FactList title="Job queues" note={now.queues.length > 0 ? counted(now.queues.length, 'queue') : 'all empty'}>
      {now.queues.map((queue) => (
        <FactRow
          key={queue.name}
          icon={queue.failed > 0 ? 'warning' : 'check'}
          name={queue.name}
          value={formatQueue(queue)}
        />
      ))}
    </FactList>
  );
}

/** Alerts in the window, latest first. */
export function AlertList({ data }: FactsProps) {
  const style = useTimeStyle();
  const today = useToday();
  if (data.alerts.length === 0) return null;
  const when = (at: string) => formatWhen(Date.parse(at), style, today);
  return (
    <FactList title="Alerts">
      {data.alerts.map((alert) => {
        const { title } = formatNotification(
          { kind: 'alert', data: { ...alert, closed_at: null } },
          { timeZone: 'UTC', hourCycle: null },
        );
        const { opened_at, quiet_since, closed_at } = alert;
        const open = quiet_since ? `${when(opened_at)}, quiet since ${when(quiet_since)}` : `since ${when(opened_at)}`;
        return (
          <FactRow
            key={alert.id}
            icon={closed_at ? 'check' : 'warning'}
            name={title}
            value={closed_at ? `${when(opened_at)} – ${when(closed_at)}` : open}
          />
        );
      })}
    </FactList>
  );
}
