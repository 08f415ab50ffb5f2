import type pg from 'pg';
import type { Ctx } from '#/lib/context/context.ts';
import { newId } from '#/lib/core/ids.ts';
import type { World } from '#/test/world.ts';

/** A timer to record: its spans in milliseconds, the last one open when it has no end. */
export type Recorded = {
  spans: [from: number, to: number | null][];
  projectId?: string | null;
  ticketId?: string | null;
  type?: 'manual' | 'pomodoro' | 'countdown' | 'interval';
  tags?: string[];
  title?: string;
  origin?: 'live' | 'entered';
};

/** Inserts a timer by plain SQL, so that its times can be in the past; returns its id. */
export async function recordTimer(pool: pg.Pool, { actor }: Pick<Ctx, 'actor'>, timer: Recorded): Promise<string> {
  const { spans, projectId = null, ticketId = null, type = 'manual', tags = [], title = '', origin = 'live' } = timer;
  const id = newId();
  const at = (ms: number | null | undefined) => (ms == null ? null : new Date(ms).toISOString());
  const [start, end] = [at(spans[0]?.[0]), at(spans.at(-1)?.[1])];
  const running = end === null;
  await pool.query(
    `with timer as (
       insert into timers (id, workspace_id, user_id, type, status, title, tags, project_id, ticket_id, started_at,
                           ended_at, end_reason, cap_seconds, created_via)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 31000000, 'api'))
     insert into timer_spans (id, timer_id, workspace_id, user_id, started_at, ended_at, origin)
     select span.id, $1, $2, $3, span.started_at, span.ended_at, $13
     from unnest($14::uuid[], $15::timestamptz[], $16::timestamptz[]) as span (id, started_at, ended_at)`,
    [
      ...[id, actor.workspaceId, actor.userId, type, running ? 'running' : 'stopped', title, tags, projectId, ticketId],
      ...[start, end, running ? null : 'stopped', origin],
      ...[spans.map(() => newId()), spans.map(([from]) => at(from)), spans.map(([, to]) => at(to))],
    ],
  );
  return id;
}

/** A stopped timer of these stretches, from and to in milliseconds or RFC 3339; returns its id. */
export function recordTime(
  { database }: World,
  ctx: Pick<Ctx, 'actor'>,
  stretches: readonly (readonly [from: string | number, to: string | number])[],
  about: Pick<Recorded, 'title' | 'tags' | 'projectId' | 'ticketId'> = {},
): Promise<string> {
  const spans = stretches.map(([from, to]): [number, number] => [+new Date(from), +new Date(to)]);
  return recordTimer(database.pool, ctx, { spans, ...about });
}
