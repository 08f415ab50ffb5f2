import { beforeAll, describe, expect, test } from 'vitest';
import { editSettings } from '#/lib/accounts/users/edit-settings.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { getTimer } from '#/lib/tracking/timers/get-timer.ts';
import { resumeTimer } from '#/lib/tracking/timers/resume-timer.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { type OnConflict, startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});

type Policy = 'ask' | 'last_resume_wins';
type Filter = OnConflict | undefined;

async function memberWith(policy: Policy): Promise<Ctx> {
  const ctx = await world.member();
  await editSettings(ctx, { conflict_policy: policy });
  return ctx;
}

const start = (ctx: Ctx, onConflict: Filter) => startTimer(ctx, startTimerInput.parse({ on_conflict: onConflict }));
const statusOf = async (ctx: Ctx, id: string) => (await getTimer(ctx, id)).timer.status;

// Every policy with every `on_conflict`, and the resulting state of the running timer.
const STARTS: [Policy, Filter, string][] = [
  ['ask', undefined, 'rejected'],
  ['ask', 'reject', 'rejected'],
  ['ask', 'switch', 'stopped'],
  ['ask', 'pause', 'paused'],
  ['last_resume_wins', undefined, 'stopped'],
  ['last_resume_wins', 'reject', 'rejected'],
  ['last_resume_wins', 'switch', 'stopped'],
  ['last_resume_wins', 'pause', 'paused'],
];
const RESUMES = STARTS.map(([policy, onConflict, becomes]): [Policy, Filter, string] =>
  policy === 'last_resume_wins' && !onConflict ? [policy, onConflict, 'paused'] : [policy, onConflict, becomes],
);

describe('a start while another timer runs', () => {
  test.each(STARTS)('policy %s, on_conflict %s: the other is %s', async (policy, onConflict, becomes) => {
    const ctx = await memberWith(policy);
    const other = (await start(ctx, undefined)).timer;
    if (becomes === 'rejected') {
      await expect(start(ctx, onConflict)).rejects.toMatchObject({ code: 'timer_already_running' });
      expect(await statusOf(ctx, other.id)).toBe('running');
      return;
    }
    const { ended, timer } = await start(ctx, onConflict);
    expect([ended?.id, ended?.status, timer.status]).toEqual([other.id, becomes, 'running']);
  });
});

describe('a resume while another timer runs', () => {
  test.each(RESUMES)('policy %s, on_conflict %s: the other is %s', async (policy, onConflict, becomes) => {
    const ctx = await memberWith(policy);
    const paused = (await start(ctx, undefined)).timer;
    const other = (await start(ctx, 'pause')).timer;
    const resume = () => resumeTimer(ctx, { id: paused.id, ifMatch: null }, { on_conflict: onConflict });
    if (becomes === 'rejected') {
      await expect(resume()).rejects.toMatchObject({ code: 'timer_already_running' });
      expect(await statusOf(ctx, other.id)).toBe('running');
      return;
    }
    const { ended, timer } = await resume();
    expect([ended?.id, ended?.status, timer.status]).toEqual([other.id, becomes, 'running']);
  });
});

test('the policy is a person’s own', async () => {
  const [maya, leo] = [await memberWith('last_resume_wins'), await memberWith('ask')];
  for (const ctx of [maya, leo]) await start(ctx, undefined);
  expect((await start(maya, undefined)).ended).not.toBeNull();
  await expect(start(leo, undefined)).rejects.toMatchObject({ code: 'timer_already_running' });
});

test('no policy ends a timer in another workspace', async () => {
  const here = await memberWith('last_resume_wins');
  const there = await world.member({ userId: here.actor.userId });
  await start(there, undefined);
  await expect(start(here, undefined)).rejects.toMatchObject({ code: 'timer_already_running' });
});
