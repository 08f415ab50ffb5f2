import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import {
  insertInto,
  inTransaction,
  newUser,
  pool,
  prepareRows,
  type TimerRow,
  user,
  workspace,
} from '#/test/schema/rows.ts';

prepareRows();

const at = (time: string) => `2026-03-10T${time}Z`;
const PLAN = JSON.stringify({ type: 'countdown', duration_ms: 1_500_000, at_work_end: 'stop', strict: false });
const RUNNING: TimerRow = { status: 'running', startedAt: '09:00', spans: [['09:00', null]] };
const PAUSED: TimerRow = { status: 'paused', startedAt: '09:00', spans: [['09:00', '09:10']] };

type Cycle = Partial<Record<string, string | number | null>>;

/** A work phase of 25 minutes in progress since nine, as created by `beginCycle`. */
const open = (timer: string): Cycle => ({
  id: randomUUID(),
  run_id: timer,
  timer_id: timer,
  workspace_id: workspace,
  user_id: user,
  position: 0,
  kind: 'work',
  round: 1,
  planned_ms: 1_500_000,
  started_at: at('09:00'),
  due_at: at('09:25'),
  at_deadline: 'finish',
});
const ended: Cycle = { due_at: null, ended_at: at('09:10'), ended_how: 'skipped', actual_ms: 600_000 };

async function insertCycle(client: pg.PoolClient, cycle: Cycle): Promise<void> {
  const names = Object.keys(cycle);
  const places = names.map((_, index) => `$${index + 1}`);
  await client.query(`insert into timer_cycles (${names}) values (${places})`, Object.values(cycle));
}

/** One transaction with a timer that has a plan, and these of its cycles. */
function insert(row: TimerRow, ...changes: Cycle[]): Promise<string> {
  return inTransaction(async (client) => {
    const timer = await insertInto(client, row);
    await client.query(`update timers set type = 'countdown', plan = $2 where id = $1`, [timer, PLAN]);
    for (const change of changes)
      await insertCycle(client, { ...open(timer), ...(row.user && { user_id: row.user }), ...change });
    return timer;
  });
}

const rejected = (constraint: string) => ({ constraint });

describe('a cycle', () => {
  test('that is in progress, frozen, past its deadline or ended is written unchanged', async () => {
    for (const [row, change] of [
      [RUNNING, {}],
      [RUNNING, { due_at: null }],
      [PAUSED, { due_at: null, frozen_at: at('09:10') }],
      [PAUSED, { kind: 'short_break' }],
      [PAUSED, ended],
    ] as const) {
      await expect(insert({ ...row, user: await newUser() }, change)).resolves.toBeDefined();
    }
  });

  test.each<[string, string, Cycle]>([
    ['of an unknown kind', 'timer_cycles_kind_known', { kind: 'nap' }],
    ['whose deadline has an unknown effect', 'timer_cycles_at_deadline_known', { at_deadline: 'explode' }],
    ['that ended in an unknown way', 'timer_cycles_ended_how_known', { ...ended, ended_how: 'bored' }],
    ['that ended without a reason', 'timer_cycles_end_has_how', { ...ended, ended_how: null }],
    ['that ended without its actual time', 'timer_cycles_end_has_how', { ...ended, actual_ms: null }],
    ['that has an actual time before it ended', 'timer_cycles_end_has_how', { actual_ms: 1 }],
    ['that ended before it began', 'timer_cycles_end_after_start', { ...ended, ended_at: at('08:59') }],
    ['that was frozen before it began', 'timer_cycles_frozen_after_start', { due_at: null, frozen_at: at('08:59') }],
    ['shorter than a second', 'timer_cycles_lengths', { planned_ms: 999, due_at: null }],
    ['extended by a negative duration', 'timer_cycles_lengths', { extended_ms: -1, due_at: null }],
    ['of round zero', 'timer_cycles_counted', { round: 0 }],
    ['before the first', 'timer_cycles_counted', { position: -1 }],
    ['due a millisecond before its time is over', 'timer_cycles_due_once', { due_at: '2026-03-10T09:24:59.999Z' }],
    ['due although its extension is not', 'timer_cycles_due_once', { extended_ms: 300_000 }],
    ['due although it is frozen', 'timer_cycles_due_once', { frozen_at: at('09:10') }],
    ['due although it has ended', 'timer_cycles_due_once', { ...ended, due_at: at('09:25') }],
    ['frozen although it has ended', 'timer_cycles_ended_thawed', { ...ended, frozen_at: at('09:05') }],
  ])('%s is rejected', async (_what, constraint, change) => {
    await expect(insert(RUNNING, change)).rejects.toMatchObject(rejected(constraint));
  });

  test('next to another one in progress is rejected, next to an ended one it is not', async () => {
    const second = { position: 1 };
    await expect(insert(RUNNING, {}, second)).rejects.toMatchObject(rejected('timer_cycles_one_open'));
    await expect(insert(RUNNING, ended, second)).resolves.toBeDefined();
  });

  test('at an occupied position of its run is rejected', async () => {
    await expect(insert(RUNNING, ended, {})).rejects.toMatchObject(rejected('timer_cycles_run_id_position_key'));
  });
});

describe('at the commit, a phase in progress is rejected', () => {
  test.each<[string, TimerRow, Cycle]>([
    ['work in a timer that is paused', PAUSED, {}],
    ['frozen work in a timer that runs', RUNNING, { due_at: null, frozen_at: at('09:10') }],
    ['a break in a running timer', RUNNING, { kind: 'short_break' }],
    ['work in a timer that was stopped', { ...PAUSED, status: 'stopped', endedAt: '09:10', reason: 'stopped' }, {}],
  ])('%s', async (_what, row, change) => {
    await expect(insert(row, change)).rejects.toMatchObject(rejected('timer_cycles_match'));
  });

  test('in another person’s timer', async () => {
    await expect(insert(RUNNING, { user_id: await newUser() })).rejects.toMatchObject(rejected('timer_cycles_match'));
  });

  test('when its timer is paused without it, or stopped', async () => {
    const timer = await insert(RUNNING, {});
    const pause = inTransaction(async (client) => {
      await client.query(`update timer_spans set ended_at = $2 where timer_id = $1`, [timer, at('09:10')]);
      await client.query(`update timers set status = 'paused' where id = $1`, [timer]);
      return timer;
    });
    await expect(pause).rejects.toMatchObject(rejected('timer_cycles_match'));
    const { rows } = await pool.query(`select status from timers where id = $1`, [timer]);
    expect(rows).toEqual([{ status: 'running' }]);
  });
});
