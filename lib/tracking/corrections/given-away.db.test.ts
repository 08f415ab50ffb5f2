import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { createCorrectionInput } from '#/lib/tracking/corrections/correction-schemas.ts';
import { createCorrection } from '#/lib/tracking/corrections/create-correction.ts';
import { revertCorrection } from '#/lib/tracking/corrections/revert-correction.ts';
import { syncTimersQuery } from '#/lib/tracking/sync/sync-schemas.ts';
import { addTimer } from '#/lib/tracking/timers/add-timer.ts';
import { addTimerInput } from '#/lib/tracking/timers/correction-schemas.ts';
import { editTimer } from '#/lib/tracking/timers/edit-timer.ts';
import { syncTimers } from '#/lib/tracking/timers/sync-timers.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { editTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { testWorld, type World } from '#/test/world.ts';

const BEGIN = Date.parse('2026-03-10T08:00:00.000Z');
const REASON = 'It was Amara who did it.';

let world: World;
let lead: Ctx;
let jonas: Ctx;
let amara: Ctx;
let timer: Timer;
beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(new Date(BEGIN + 12 * HOUR_MS));
  lead = await world.member();
  const { workspaceId } = lead.actor;
  jonas = await world.member({ workspaceId, role: 'member' });
  amara = await world.member({ workspaceId, role: 'member' });
  const spans = [{ started_at: new Date(BEGIN).toISOString(), ended_at: new Date(BEGIN + HOUR_MS).toISOString() }];
  timer = (await addTimer(jonas, addTimerInput.parse({ title: 'Lease renewal', spans }))).timer;
});

const later = (hours: number) => world.clock.set(new Date(BEGIN + hours * HOUR_MS));
async function synced(ctx: Ctx, since: number) {
  const from = new Date(BEGIN + since * HOUR_MS);
  const { timers } = await syncTimers(ctx, syncTimersQuery.parse({ updated_since: from.toISOString() }));
  return timers.map(({ status, title, version }) => ({ status, title, version }));
}
async function given() {
  later(13);
  const edit = { timer_id: timer.id, version: timer.version, user_id: amara.actor.userId, title: 'Hers' };
  return createCorrection(lead, createCorrectionInput.parse({ timers: [edit], reason: REASON }));
}

test('the former owner gets an event that the timer is gone, without its new state', async () => {
  await given();
  const { rows } = await world.database.pool.query(
    `select user_id, type, data -> 'timer' ->> 'status' as status, data -> 'timer' ->> 'title' as title,
            data -> 'timer' ->> 'version' as version
     from events where subject_id = $1 and type = 'timer.corrected' order by id`,
    [timer.id],
  );
  expect(rows).toEqual([
    { user_id: jonas.actor.userId, type: 'timer.corrected', status: 'discarded', title: 'Lease renewal', version: '2' },
    { user_id: amara.actor.userId, type: 'timer.corrected', status: 'stopped', title: 'Hers', version: '2' },
  ]);
});

test('a sync reports it as well, and returns the timer again once that is reverted', async () => {
  const { correction } = await given();
  expect(await synced(jonas, 12.5)).toEqual([{ status: 'discarded', title: 'Lease renewal', version: 2 }]);
  expect(await synced(amara, 12.5)).toEqual([{ status: 'stopped', title: 'Hers', version: 2 }]);
  expect(await synced(lead, 12.5)).toEqual([]);
  later(14);
  await revertCorrection(lead, correction.id, 'It was Jonas after all.');
  expect(await synced(jonas, 13.5)).toEqual([{ status: 'stopped', title: 'Lease renewal', version: 3 }]);
  expect(await synced(amara, 13.5)).toEqual([{ status: 'discarded', title: 'Hers', version: 3 }]);
});

test('a timer that was reassigned does not report its new owner’s changes to the former one', async () => {
  await given();
  later(14);
  await editTimer(amara, { id: timer.id, ifMatch: null }, editTimerInput.parse({ title: 'A secret' }));
  expect(await synced(jonas, 12.5)).toEqual([{ status: 'discarded', title: 'Lease renewal', version: 3 }]);
});
