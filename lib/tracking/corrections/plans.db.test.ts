import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { countTimers } from '#/lib/tracking/corrections/flag-query.ts';
import { listTimerIds } from '#/lib/tracking/timers/list-timers-query.ts';
import { rowsOf } from '#/test/plan-of.ts';
import { addStoppedTimers } from '#/test/tracking/stopped-timers.ts';
import { testWorld, type World } from '#/test/world.ts';

const PEOPLE = 20;
const TIMERS_EACH = 2_000;
/**
 * For each member one that has ended this way, or two open ones, which are looked up, read, and joined with their
 * spans.
 */
const MAX_ROWS = 8 * PEOPLE;
/** Forty minutes after each member's last timer began. */
const NOW = new Date('2026-01-14T22:00:00Z');

let world: World;
let lead: Ctx;

/** A team with many stopped timers, and one of each other status of each member. */
beforeAll(async () => {
  world = await testWorld();
  lead = await world.member();
  const { workspaceId } = lead.actor;
  const firstAt = '2026-01-01T00:10:00Z';
  await addStoppedTimers(world.database.pool, workspaceId, { people: PEOPLE, timersEach: TIMERS_EACH, firstAt });
  await world.database.pool.query(
    `begin;
     set local session_replication_role = replica;
     update timers set status = 'completed', end_reason = 'finished' where started_at = '2026-01-05T10:00Z';
     update timers set status = 'paused', ended_at = null, end_reason = null where started_at = '2026-01-05T11:00Z';
     update timers set status = 'discarded', end_reason = 'discarded' where started_at = '2026-01-05T12:00Z';
     update timer_spans s set discarded = true from timers t where t.id = s.timer_id and t.status = 'discarded';
     update timers set status = 'running', ended_at = null, end_reason = null where started_at = '2026-01-14T21:20Z';
     update timer_spans s set ended_at = null from timers t where t.id = s.timer_id and t.status = 'running';
     commit`,
  );
  await world.database.pool.query('vacuum analyze timers, timer_spans');
});

test.each(['completed', 'paused', 'discarded', 'running'] as const)(
  "a team's timers that are %s are found and counted without those of other statuses",
  async (status) => {
    const filter = { workspaceId: lead.actor.workspaceId, userId: null, range: { from: null, to: null }, now: NOW };
    const list = (sql: never) => listTimerIds(sql, { ...filter, status }, { limit: PEOPLE });
    expect((await list(world.db as never)).ids).toHaveLength(PEOPLE);
    expect(await rowsOf(world.db, list)).toBeLessThan(MAX_ROWS);
    const count = (sql: never) => countTimers(sql, { ...filter, status });
    expect(await count(world.db as never)).toBe(PEOPLE);
    expect(await rowsOf(world.db, count)).toBeLessThan(MAX_ROWS);
  },
);
