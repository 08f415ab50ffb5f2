import { runSql } from '#/e2e/support.ts';

const SHIFTED = `
  c as (update timer_cycles set started_at = started_at - by, due_at = due_at - by, ended_at = ended_at - by
    from shift where timer_id = $1::uuid),
  s as (update timer_spans set started_at = started_at - by, ended_at = ended_at - by
    from shift where timer_id = $1::uuid),
  w as (update wakeups set due_at = due_at - by from shift where subject_id = $1::uuid and kind = 'timer_phase')
  update timers set started_at = started_at - by from shift where id = $1::uuid`;

/** Moves the start of a timer with a plan this many minutes into the past. Pages are not notified. */
export async function begunEarlier(id: string, minutes: number): Promise<void> {
  await runSql(`with shift as (select $2::interval as by), ${SHIFTED}`, [id, `${minutes} minutes`]);
}

/** Sets the remaining seconds of a timer's phase. Pages are not notified. */
export async function leaveOf(id: string, seconds: number): Promise<void> {
  const by = `select date_trunc('milliseconds', due_at - now() - $2::interval) as by
    from timer_cycles where timer_id = $1::uuid and ended_at is null`;
  await runSql(`with shift as (${by}), ${SHIFTED}`, [id, `${seconds} seconds`]);
}
