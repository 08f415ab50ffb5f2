import { expect } from 'vitest';
import type { RetryPolicy } from '#/lib/alarms/alarms/alarm.ts';
import { listAttemptRows } from '#/lib/alarms/attempts/attempt-store.ts';
import { insertAlarms } from '#/lib/alarms/registration/insert-alarms-query.ts';
import type { NewAlarm } from '#/lib/alarms/registration/plan-alarm.ts';
import { newId } from '#/lib/core/ids.ts';
import { type Micros, MS_US, SECOND_US } from '#/lib/core/micros.ts';
import { openSqlPool, type Sql } from '#/lib/db/sql.ts';
import { SecretCache } from '#/lib/engine/dispatch/secret-cache.ts';
import { AlarmFiring, type FiringParts } from '#/lib/engine/firing/alarm-firing.ts';
import type { Settlement } from '#/lib/engine/settle/settlement.ts';
import { DatabaseTime } from '#/lib/engine/time/database-time.ts';
import { describeActor } from '#/lib/feed/events/record-event.ts';
import { listAddresses } from '#/lib/webhooks/endpoints/address-query.ts';
import { listSigningSecrets } from '#/lib/webhooks/secrets/signing-secrets.ts';
import type { WebhookResult } from '#/lib/webhooks/sending/attempt-result.ts';
import type { WebhookRequest } from '#/lib/webhooks/sending/webhook.ts';
import { eventually } from '#/test/eventually.ts';
import { testWorld } from '#/test/world.ts';

/** The database's time as set by a test. The monotonic clock does not advance it. */
export class SettableTime extends DatabaseTime {
  us: Micros;
  sinceForwardStep = Number.POSITIVE_INFINITY;

  constructor(us: Micros) {
    super();
    this.us = us;
  }

  override get isKnown(): boolean {
    return true;
  }

  override get sinceForwardStepMs(): number {
    return this.sinceForwardStep;
  }

  override nowUs(): Micros {
    return this.us;
  }

  override monotonicMs(): number {
    return this.us / MS_US;
  }

  override at(): Micros {
    return this.us;
  }

  override measure<T>(fetchFrom: () => Promise<T>): Promise<T> {
    return fetchFrom();
  }
}

/** A day for which the test world has partitions. */
const START_US = Date.UTC(2026, 2, 10, 9) * MS_US + 123;
const RETRY: RetryPolicy = { delays_ms: [5_000, 60_000] };
export const LEASE_MS = 30_000;

type WorldOptions = Parameters<typeof testWorld>[0];
/** With its `webhook-id`. */
type Sent = WebhookRequest & { id: string };
type Reply = (request: Sent) => WebhookResult | Promise<WebhookResult>;
export type Options = {
  sql?: (sql: Sql) => Sql;
  /** Replaces the one that the world's engines share. */
  time?: DatabaseTime;
  settings?: { batch?: number; bodyBytes?: number };
  secrets?: () => Promise<string[]>;
  /** Signs with the secrets in the database, as the worker does. */
  signsAsWorker?: boolean;
  /** For alarms to message brokers. */
  publisher?: FiringParts['publisher'];
};

const NO_BROKERS: FiringParts['publisher'] = {
  publish: () => Promise.reject(new Error('this test has no brokers')),
  close: async () => {},
};

export function responding(status: number, more: { retryAfterMs?: number } = {}): WebhookResult {
  const { retryAfterMs = null } = more;
  return { kind: 'responded', status, retryAfterMs, address: '192.0.2.1', excerpt: 'so', sentAtMs: 1, durationMs: 2 };
}

/** A real database with a time set by hand, and engines on it whose receivers respond as the test defines. */
export async function firingWorld(options: WorldOptions = {}) {
  const world = await testWorld(options);
  const pool = openSqlPool(world.database.url, 4);
  world.database.onClose(pool.close);
  const { actor } = await world.member();
  const time = new SettableTime(START_US);
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await world.database.pool.query<Row>(text, values)).rows;

  /** An engine, with what it sent and what it settled. */
  const engine = (response: Reply = () => responding(200), options: Options = {}) => {
    const sent: Sent[] = [];
    const settled: (Settlement & { isOwn: boolean })[] = [];
    const reclaimed: number[] = [];
    const firing = new AlarmFiring({
      sql: options.sql?.(pool.sql) ?? pool.sql,
      time: options.time ?? time,
      sender: {
        send: async (request) => {
          const one = { ...request, id: request.headers['webhook-id'] ?? '' };
          sent.push(one);
          return response(one);
        },
        close: async () => {},
      },
      publisher: options.publisher ?? NO_BROKERS,
      secrets: new SecretCache(async (ids) => {
        if (options.signsAsWorker) return listSigningSecrets(world.db, ids, await world.clock.now());
        const own = (await options.secrets?.()) ?? ['whsec_c2VjcmV0'];
        return new Map(ids.map((id) => [id, own]));
      }),
      addresses: new SecretCache((ids) => listAddresses(world.db, ids)),
      watch: {
        claimed: () => {},
        settled: (settlements, { own }) =>
          settled.push(...settlements.map((one) => ({ ...one, isOwn: own.has(one.claim.id) }))),
        reclaimed: (count) => reclaimed.push(count),
        released: () => {},
        looked: () => {},
      },
      settings: {
        batch: options.settings?.batch ?? 100,
        bodyBytes: options.settings?.bodyBytes ?? 64 * 1024 * 1024,
        limits: { total: 64, perWorkspace: 32, perOrigin: 16 },
        leaseMs: LEASE_MS,
        timeoutMs: 15_000,
        retry: RETRY,
        source: 'http://timers.test',
      },
      random: () => 0.5,
    });
    return { firing, sent, settled, reclaimed, settle: (count: number) => settle(settled, count) };
  };

  const newAlarm = (change: Partial<NewAlarm>): NewAlarm => ({
    id: newId(),
    workspaceId: actor.workspaceId,
    createdBy: actor.userId,
    by: { actor: describeActor(actor), requestId: null },
    createdUs: time.us - 60 * SECOND_US,
    dueUs: time.us,
    deadlineUs: null,
    maxAttempts: 3,
    name: null,
    externalId: null,
    url: 'https://acme.test/hook',
    payload: '{"a":1}',
    settings: {},
    isFromNow: true,
    onConflict: 'reject',
    end: null,
    ...change,
  });
  const addAll = async (count: number, change: (index: number) => Partial<NewAlarm>): Promise<string[]> => {
    const alarms = Array.from({ length: count }, (_, index) => newAlarm(change(index)));
    await insertAlarms(world.db, alarms);
    return alarms.map(({ id }) => id);
  };

  return {
    world,
    pool,
    time,
    query,
    engine,
    addAll,
    add: async (change: Partial<NewAlarm> = {}) => (await addAll(1, () => change))[0] as string,
    workspaceId: actor.workspaceId,
    /** The row while it is pending, with instants in microseconds; undefined once it has ended. */
    row: async (id: string) => (await query<Pending>(`select ${PENDING} from alarms where id = $1`, [id]))[0],
    history: async (id: string) => (await query<Ended>(`select ${ENDED} from alarm_history where id = $1`, [id]))[0],
    attempts: (id: string, workspaceId = actor.workspaceId) => listAttemptRows(world.db, { id, workspaceId }),
  };
}

type Pending = { status: string; attempts: number; version: number; next_us: number; lease_us: number | null };
type Ended = { status: string; end_reason: string; attempts: number; version: number; finished_us: number };
const us = (column: string) => `(extract(epoch from ${column}) * 1000000)::float8`;
const PENDING = `status, attempts, version, ${us('next_attempt_at')} as next_us, ${us('lease_until')} as lease_us`;
const ENDED = `status, end_reason, attempts, version, ${us('finished_at')} as finished_us`;

/** Waits until this many results are written in total. */
async function settle(settled: unknown[], count: number): Promise<void> {
  await eventually(() => expect(settled.length).toBeGreaterThanOrEqual(count));
}
