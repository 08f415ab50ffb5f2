import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { createCorrectionInput } from '#/lib/tracking/corrections/correction-schemas.ts';
import { createCorrection } from '#/lib/tracking/corrections/create-correction.ts';
import { previewRevert } from '#/lib/tracking/corrections/preview-correction.ts';
import { revertCorrection } from '#/lib/tracking/corrections/revert-correction.ts';
import { addTimer } from '#/lib/tracking/timers/add-timer.ts';
import { addTimerInput } from '#/lib/tracking/timers/correction-schemas.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

const BEGIN = Date.parse('2026-03-10T08:00:00.000Z');
const REASON = 'Forgot to stop; agreed with them.';

let world: World;
let lead: Ctx;
let jonas: Ctx;
let amara: Ctx;
beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(new Date(BEGIN + 12 * HOUR_MS));
  lead = await world.member();
  const { workspaceId } = lead.actor;
  jonas = await world.member({ workspaceId, role: 'member' });
  amara = await world.member({ workspaceId, role: 'member' });
});

const span = (from: number, to: number) => ({
  started_at: new Date(BEGIN + from * HOUR_MS).toISOString(),
  ended_at: new Date(BEGIN + to * HOUR_MS).toISOString(),
});
const worked = async (ctx: Ctx, from: number, to: number): Promise<Timer> =>
  (await addTimer(ctx, addTimerInput.parse({ title: 'Lease renewal', spans: [span(from, to)] }))).timer;

async function correctedBoth() {
  const timers = [await worked(jonas, 0, 3), await worked(amara, 0, 2)];
  const edits = timers.map(({ id, version }) => ({ timer_id: id, version, spans: [span(0, 1)] }));
  return createCorrection(lead, createCorrectionInput.parse({ timers: edits, reason: REASON }));
}

test('a preview of a revert shows its effect on everyone’s days, needs no reason, and changes nothing', async () => {
  const { correction } = await correctedBoth();
  let seen: Awaited<ReturnType<typeof previewRevert>> | undefined;
  await expectUnchanged(world, async () => {
    seen = await previewRevert(lead, correction.id);
  });
  const days = [jonas, amara].map((ctx, index) => ({
    userId: ctx.actor.userId,
    date: '2026-03-10',
    beforeMs: HOUR_MS,
    afterMs: (3 - index) * HOUR_MS,
  }));
  expect(seen?.effect.days).toEqual(expect.arrayContaining(days));
  const { effect } = await revertCorrection(lead, correction.id, 'It was right as it was.');
  expect(effect.days).toEqual(seen?.effect.days);
});

test('a preview of a revert is rejected for another member, and for a correction already reverted', async () => {
  const { correction } = await correctedBoth();
  const code = (ctx: Ctx) =>
    previewRevert(ctx, correction.id).then(
      () => 'done',
      (error: unknown) => (isAppError(error) ? error.code : Promise.reject(error)),
    );
  expect(await code(jonas)).toBe('forbidden');
  await revertCorrection(lead, correction.id, REASON);
  expect(await code(lead)).toBe('correction_reverted');
});
