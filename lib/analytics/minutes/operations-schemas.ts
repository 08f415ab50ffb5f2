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
    'Minutes of the step that were written; 0 is a gap, in which nothing is known but what workers had counted and what waits.',
  ),
  due: counted.describe('Alarms that were due: those whose first attempt has ended, and those that wait for it.'),
  fired: counted.describe('First attempts that were sent.'),
  delivered: counted,
  retried: counted.describe('Attempts that failed and are made again.'),
  dead: counted.describe('Became dead letters.'),
  overdue: counted.describe('Past their time and not claimed, at the worst minute.'),
  timers_running: counted.describe('At the fullest minute.'),
  timers_paused: counted,
});

const nowOut = z
  .object({
    timers_running: count,
    timers_paused: count,
    pending: count.describe('Alarms that wait to fire; counted up to 50,000.'),
    overdue: count.describe('Of them, those past their time.'),
    oldest_overdue_ms: count,
    retrying: count,
    dead: count.describe('Dead letters of all workspaces; counted up to 1,000.'),
    died: count.describe('Of them, those that died in the window.'),
    endpoints_failing: count,
    queues: z
      .array(z.object({ name: z.string(), queued: count, active: count, failed: count }))
      .describe('Of pg-boss, those with anything in them.'),
    database: z.object({
      connections: count,
      most_connections: count,
      bytes: count,
      dead_rows: count.describe('Dead rows.'),
      oldest_transaction_ms: count,
    }),
  })
  .describe('At `server_time`, whether a worker is there or not. Test alarms are not in it.');

const replicaOut = z
  .object({
    lag_ms: count
      .nullable()
      .describe('For how long it has been without something that the primary has confirmed; null with a `problem`.'),
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
      .describe('When nobody wrote figures since there are any, as when no worker ran; the latest 50, oldest first.'),
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
        objective_ms: ms.describe('What 99 % are to stay within; 0 where none is set.'),
        bars: z.array(z.object({ from_ms: ms, to_ms: ms, count })),
      })
      .describe('From the due time to the first byte, of first attempts.'),
    now: nowOut,
    canary: z.object({
      every_seconds: count.describe('0: none are made.'),
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
            .describe("The clock of its machine minus the database's; null while that is not known."),
        }),
      )
      .describe('Those that were seen in the last hour, but for those that left in good order.'),
    alerts: z.array(alertOut).describe('Open ones and those of the window, the latest first; 50 at most.'),
    replica: replicaOut.nullable().describe('Null without one.'),
    migrations: z.object({
      applied: count,
      missing: z.array(z.string()).describe('Those of this version that the database lacks.'),
    }),
  })
  .meta({ id: 'ServiceOperations' });

export const operationsResponse = z
  .object({
    window: z.enum(OPERATIONS_WINDOWS),
    from: instantOut,
    to: instantOut.describe('Not included.'),
    step_seconds: z.int().min(60),
    workspace: z
      .object({
        dead: count.describe('Dead letters; counted up to 1,000.'),
        died: count.describe('Of them, those of the window.'),
        retrying: count.describe('Counted up to 50,000.'),
        next_attempt_at: instantOut.nullable(),
        endpoints_failing: count,
        ...troubleListOut,
      })
      .describe('Of your workspace alone.'),
    alerts_open: count.describe('Of the whole service.'),
    on_hold_since: instantOut
      .nullable()
      .describe(
        'Since when the engine has been on hold, by whoever runs the service: nothing fires and nothing is sent until it is released. Null while it is not.',
      ),
    service: serviceOut
      .nullable()
      .describe('Of the whole service, naming nobody. Null but for admins of the oldest workspace, the operators’.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'Operations' });

export type OperationsJson = z.output<typeof operationsResponse>;
export type ServiceJson = z.output<typeof serviceOut>;
