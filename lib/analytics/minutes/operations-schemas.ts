import { z } from 'zod';
import { alertOut } from '#/lib/analytics/alerts/alert-schemas.ts';
import { troubleListOut } from '#/lib/analytics/trouble/trouble-schemas.ts';
import { instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';

export const OPERATIONS_WINDOWS = ['1h', '24h', '7d', '30d'] as const;
export type OperationsWindow = (typeof OPERATIONS_WINDOWS)[number];

export const operationsQuery = z.strictObject({
  window: z.enum(OPERATIONS_WINDOWS).default('1h').describe('How far back from the last whole minute.'),
});

const count = z.int().min(0);
const counted = count.nullable();
const ms = z.number().min(0);

const pointOut = z.object({
  at: instantOut.describe('Where the step begins.'),
  minutes: count.describe(
    'Minutes of the step that were recorded. 0 is a gap, of which only the counts of workers, and what is waiting, are known.',
  ),
  due: counted.describe('Alarms that were due: those whose first attempt has ended, and those still waiting for it.'),
  fired: counted.describe('First attempts that were sent.'),
  delivered: counted,
  retried: counted.describe('Attempts that failed and are retried.'),
  dead: counted.describe('Became dead letters.'),
  overdue: counted.describe('Overdue and not claimed, in the worst minute.'),
  timers_running: counted.describe('In the busiest minute.'),
  timers_paused: counted,
});

const nowOut = z
  .object({
    timers_running: count,
    timers_paused: count,
    pending: count.describe('Alarms waiting to fire; counted up to 50,000.'),
    overdue: count.describe('How many of them are overdue.'),
    oldest_overdue_ms: count,
    retrying: count,
    dead: count.describe('Dead letters of all workspaces; counted up to 1,000.'),
    died: count.describe('How many of them died in the window.'),
    endpoints_failing: count,
    queues: z
      .array(z.object({ name: z.string(), queued: count, active: count, failed: count }))
      .describe('Non-empty pg-boss queues.'),
    database: z.object({
      connections: count,
      max_connections: count,
      bytes: count,
      dead_rows: count.describe('Dead rows.'),
      oldest_transaction_ms: count,
    }),
  })
  .describe('At `server_time`, whether or not a worker is running. Without test alarms.');

const replicaOut = z
  .object({
    lag_ms: count
      .nullable()
      .describe('How long it has lacked something that the primary has confirmed; null if there is a `problem`.'),
    problem: z
      .enum(['unreachable', 'no_standby', 'other_system'])
      .nullable()
      .describe(
        'Why it can’t be read: `unreachable`, `no_standby` (it takes changes of its own), or `other_system` (it is a copy of another database).',
      ),
  })
  .describe('The standby of DATABASE_REPLICA_URL. Reports read the primary while it has a problem or is behind.');

export type ReplicaJson = z.output<typeof replicaOut>;

const serviceOut = z
  .object({
    points: z.array(pointOut).describe('Oldest first, one for each step; 60 to 360 of them.'),
    timers_by_minute: z
      .object({
        from: instantOut.describe('Where the first minute begins.'),
        running: z.array(counted).describe('Timers that were running, one number for each minute; null in a gap.'),
        paused: z.array(counted),
      })
      .nullable()
      .describe(
        'Each minute of the window `24h`. Null for other windows, whose `points` say how many timers there were.',
      ),
    gaps: z
      .array(z.object({ from: instantOut, to: instantOut }))
      .describe('Periods without figures, such as when no worker ran; the latest 50, oldest first.'),
    totals: z
      .object({
        due: count,
        fired: count,
        delivered: count,
        retried: count,
        dead: count,
        canaries: count.describe('Test alarms of the service itself that came through.'),
      })
      .describe('Sums of the points.'),
    lateness: z
      .object({
        count,
        p50_ms: ms.nullable(),
        p95_ms: ms.nullable(),
        p99_ms: ms.nullable(),
        objective_ms: ms.describe('The objective for 99 %; 0 if none is set.'),
        bars: z.array(z.object({ from_ms: ms, to_ms: ms, count })),
      })
      .describe('From the due time to the first byte, of first attempts.'),
    now: nowOut,
    canary: z.object({
      every_seconds: count.describe('0: there are none.'),
      last: z
        .object({ due_at: instantOut, late_ms: ms })
        .nullable()
        .describe('The last test alarm that came through; null without one in the last hour.'),
    }),
    workers: z
      .array(
        z.object({
          id: z.uuid(),
          version: z.string(),
          started_at: instantOut,
          seen_at: instantOut.describe('Workers record a heartbeat every ten seconds.'),
          is_alive: z.boolean().describe('Seen in the last 30 seconds.'),
          clock_offset_ms: z
            .number()
            .nullable()
            .describe('The clock of its machine minus the clock of the database; null while that isn’t known.'),
        }),
      )
      .describe('Workers seen in the last hour, except those that shut down normally.'),
    alerts: z.array(alertOut).describe('Open alerts and those of the window, latest first; at most 50.'),
    replica: replicaOut.nullable().describe('Null without one.'),
    migrations: z.object({
      applied: count,
      missing: z.array(z.string()).describe('Migrations of this version that the database lacks.'),
    }),
  })
  .meta({ id: 'ServiceOperations' });

export const operationsResponse = z
  .object({
    window: z.enum(OPERATIONS_WINDOWS),
    from: instantOut,
    to: instantOut.describe('Before this instant.'),
    step_seconds: z.int().min(60),
    workspace: z
      .object({
        dead: count.describe('Dead letters; counted up to 1,000.'),
        died: count.describe('Number of these that died in the window.'),
        retrying: count.describe('Counted up to 50,000.'),
        next_attempt_at: instantOut.nullable(),
        endpoints_failing: count,
        ...troubleListOut,
      })
      .describe('Only of your workspace.'),
    alerts_open: count.describe('Of the whole service.'),
    on_hold_since: instantOut
      .nullable()
      .describe(
        'Since when the engine has been put on hold by whoever runs the service: nothing fires and nothing is sent until it is released. Null while it isn’t.',
      ),
    service: serviceOut
      .nullable()
      .describe(
        'Of the whole service, without names. Null except for admins of the oldest workspace, which is the operators’.',
      ),
    server_time: serverTimeOut,
  })
  .meta({ id: 'Operations' });

export type OperationsJson = z.output<typeof operationsResponse>;
export type ServiceJson = z.output<typeof serviceOut>;
