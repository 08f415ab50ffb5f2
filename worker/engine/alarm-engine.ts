import { alarmSettings } from '#/lib/alarms/alarms/alarm-settings.ts';
import { DUE_CHANNEL } from '#/lib/alarms/alarms/notify-alarm-due.ts';
import { RECEIVERS_CHANNEL } from '#/lib/alarms/receivers/receiver-notification.ts';
import { BrokerPublisher } from '#/lib/bridge/publishing/broker-publisher.ts';
import type { Clock } from '#/lib/core/clock.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { readGauge } from '#/lib/core/metrics.ts';
import { MS_US, parseMicros } from '#/lib/core/micros.ts';
import { type Db, timeoutMsOf } from '#/lib/db/client.ts';
import { ENGINE_CONNECTIONS } from '#/lib/db/connection-limits.ts';
import { NotifyListener } from '#/lib/db/notify-listener.ts';
import { openSqlPool } from '#/lib/db/sql.ts';
import { countPending, countQueued } from '#/lib/engine/claim/pending-query.ts';
import { SecretCache } from '#/lib/engine/dispatch/secret-cache.ts';
import { AlarmFiring, type FiringWatch } from '#/lib/engine/firing/alarm-firing.ts';
import { DatabaseTime } from '#/lib/engine/time/database-time.ts';
import { DELIVERIES_CHANNEL } from '#/lib/feed/notify/notify-deliveries-due.ts';
import { listAddresses } from '#/lib/webhooks/endpoints/address-query.ts';
import { listSigningSecrets } from '#/lib/webhooks/secrets/signing-secrets.ts';
import { WebhookSender } from '#/lib/webhooks/sending/send-webhook.ts';
import { EngineLoop } from '#/worker/engine/engine-loop.ts';

export type AlarmEngineParts = {
  db: Db;
  clock: Clock;
  connectionString: string;
  watch: FiringWatch;
  /** CloudEvents `source`. */
  source: string;
  /** Something that is due in this many milliseconds was written, not necessarily an alarm. */
  onDueSoon: (ms: number) => void;
};

export type AlarmEngine = {
  start: () => Promise<void>;
  /** Stops claiming, finishes attempts in flight within `graceMs`, and writes their results. Safe to call twice. */
  stop: (graceMs: number) => Promise<void>;
  time: DatabaseTime;
  firing: AlarmFiring;
  listener: NotifyListener;
  /** This machine's clock minus the database's; null while that is not known. */
  clockOffsetMs: () => number | null;
};

const MB = 1024 * 1024;

/** The firing loop with everything it needs, on this process's settings. */
export function createAlarmEngine(parts: AlarmEngineParts): AlarmEngine {
  const { env, allowed, retry } = alarmSettings();
  const pool = openSqlPool(parts.connectionString, ENGINE_CONNECTIONS, timeoutMsOf(parts.db));
  const time = new DatabaseTime();
  const sender = new WebhookSender({
    allowed,
    timeoutMs: env.ALARM_TIMEOUT_SECONDS * SECOND_MS,
    connectionsPerOrigin: env.ALARM_CONCURRENCY_PER_ORIGIN,
  });
  const publisher = new BrokerPublisher({
    db: parts.db,
    clock: parts.clock,
    allowed,
    timeoutMs: env.ALARM_TIMEOUT_SECONDS * SECOND_MS,
    source: parts.source,
  });
  const firing = new AlarmFiring({
    sql: pool.sql,
    time,
    sender,
    publisher,
    secrets: new SecretCache(async (ids) => listSigningSecrets(parts.db, ids, await parts.clock.now(parts.db))),
    addresses: new SecretCache((ids) => listAddresses(parts.db, ids)),
    watch: parts.watch,
    wake: () => loop.scheduleWake(0),
    settings: {
      batch: env.ALARM_BATCH,
      bodyBytes: env.ALARM_BODY_MB * MB,
      leaseMs: env.ALARM_LEASE_SECONDS * SECOND_MS,
      timeoutMs: env.ALARM_TIMEOUT_SECONDS * SECOND_MS,
      limits: {
        total: env.ALARM_CONCURRENCY,
        perWorkspace: env.ALARM_CONCURRENCY_PER_WORKSPACE,
        perOrigin: env.ALARM_CONCURRENCY_PER_ORIGIN,
      },
      retry,
      source: parts.source,
    },
  });
  const loop = new EngineLoop(() => firing.runOnce(), env.ALARM_MAX_SLEEP_MS);
  const expect = (payload: string) => {
    const dueUs = parseMicros(payload);
    if (dueUs === null || !time.isKnown) return null;
    const ms = firing.expect(dueUs);
    loop.scheduleWake(ms);
    return ms;
  };
  const listener = new NotifyListener(parts.connectionString, {
    [DUE_CHANNEL]: (payload) => {
      const ms = expect(payload);
      if (ms !== null) parts.onDueSoon(ms);
    },
    [DELIVERIES_CHANNEL]: expect,
    [RECEIVERS_CHANNEL]: () => {
      firing.expectReceiverChange();
      loop.scheduleWake(0);
    },
  });
  readGauge('pending_alarms', 'Alarms that wait to fire; an estimate when there are many', () =>
    countPending(pool.sql),
  );
  readGauge('queued_alarms', 'Alarms held back by paused or limited receivers, 50,000 at most', () =>
    countQueued(pool.sql),
  );
  readGauge('attempts_in_flight', 'Attempts of this worker that are in flight', () => firing.inFlight);
  readGauge('listener_up', '1 while notifications of new alarms arrive', () => Number(listener.isUp));
  readGauge(
    'clock_uncertainty_seconds',
    'How far behind the estimate of the database’s time may be',
    () => time.uncertaintyMs / 1_000,
  );
  const clockOffsetMs = () => (time.isKnown ? performance.timeOrigin + performance.now() - time.nowUs() / MS_US : null);
  readGauge('clock_offset_seconds', 'This machine’s clock minus the database’s', () => (clockOffsetMs() ?? 0) / 1_000);
  let stopping: Promise<void> | null = null;
  const stop = async (graceMs: number) => {
    listener.close();
    await loop.stop();
    await firing.stop(graceMs);
    await pool.close();
  };
  return {
    start: async () => {
      loop.start();
      await listener.open();
    },
    stop: (graceMs) => (stopping ??= stop(graceMs)),
    time,
    firing,
    listener,
    clockOffsetMs,
  };
}
