import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { editSettings } from '#/lib/accounts/users/edit-settings.ts';
import { getTeamDay } from '#/lib/analytics/reports/get-team-day.ts';
import { teamDayJson } from '#/lib/analytics/reports/team-day-json.ts';
import { teamDayQuery, teamDayResponse } from '#/lib/analytics/reports/team-day-schemas.ts';
import { getStreak } from '#/lib/analytics/streaks/get-streak.ts';
import { streakJson } from '#/lib/analytics/streaks/streak-json.ts';
import { streakQuery, streakResponse } from '#/lib/analytics/streaks/streak-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { editOwnSettings } from '#/lib/tracking/presence/edit-own-settings.ts';
import { recordTimer } from '#/test/recorded-time.ts';
import { testWorld, type World } from '#/test/world.ts';

// A Thursday, 14:00 in Berlin.
const NOW = '2026-11-19T13:00:00.000Z';

let world: World;
let lead: Ctx;
let maya: Ctx;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(NOW);
  lead = await world.member({ timeZone: 'Europe/Berlin' });
  maya = await world.member({ timeZone: 'Europe/Berlin', workspaceId: lead.actor.workspaceId, role: 'member' });
});

const at = (instant: string) => Date.parse(`2026-11-${instant}Z`);
const record = (ctx: Ctx, timer: Parameters<typeof recordTimer>[2]) => recordTimer(world.database.pool, ctx, timer);
/** An hour from nine in the morning UTC on each of these days of November. */
const workOn = async (...days: string[]) => {
  for (const day of days) await record(maya, { spans: [[at(`${day}T09:00`), at(`${day}T10:00`)]] });
};
const streak = async (ctx: Ctx = maya, query: Record<string, string> = {}) =>
  streakResponse.parse(streakJson(await getStreak(ctx, streakQuery.parse(query))));
const teamDay = async (query: Record<string, string> = {}, ctx: Ctx = lead) =>
  teamDayResponse.parse(teamDayJson(await getTeamDay(ctx, teamDayQuery.parse({ date: '2026-11-19', ...query }))));

describe('a streak', () => {
  test('continues over days off, includes them when they have time, and is not broken by an unfinished day', async () => {
    // Thursday to Saturday, none on Sunday, Monday to Wednesday; none yet today.
    await workOn('12', '13', '14', '16', '17', '18');
    expect(await streak()).toMatchObject({
      today: { date: '2026-11-19', tracked_ms: 0, target_ms: null },
      week: { from: '2026-11-16', tracked_ms: 3 * HOUR_MS },
      current: { days: 6, from: '2026-11-12', to: '2026-11-18' },
      longest: { days: 6 },
      working_days: [1, 2, 3, 4, 5],
    });
    world.clock.set('2026-11-20T13:00:00.000Z');
    const broken = await streak();
    expect(broken.current).toEqual({ days: 0, from: null, to: null });
    expect(broken.longest).toEqual({ days: 6, from: '2026-11-12', to: '2026-11-18' });
  });

  test('is broken by a working day without time, by the working hours and days of its member', async () => {
    await workOn('12', '13', '16', '17', '19');
    expect((await streak()).current).toEqual({ days: 1, from: '2026-11-19', to: '2026-11-19' });
    expect((await streak()).longest).toEqual({ days: 4, from: '2026-11-12', to: '2026-11-17' });
    await editOwnSettings(maya, { working_hours: { days: [1, 2, 4, 5], from: '09:00', to: '17:00' } });
    await editSettings(maya, { day_target_seconds: 7_200, week_start: 7 });
    const { current, today, week } = await streak();
    expect(current).toEqual({ days: 5, from: '2026-11-12', to: '2026-11-19' });
    expect(today).toMatchObject({ tracked_ms: HOUR_MS, target_ms: 2 * HOUR_MS });
    expect(week.from).toBe('2026-11-15');
    // There, time tracked on Thursday at nine in the morning UTC is still on Wednesday evening.
    await editSettings(maya, { time_zone: 'Pacific/Honolulu' });
    expect((await streak()).current).toMatchObject({ days: 1, to: '2026-11-18' });
  });

  test('of another member requires reading others’ time, and is only available for members', async () => {
    await workOn('18');
    expect((await streak(lead, { user_id: maya.actor.userId })).current.days).toBe(1);
    await expect(streak(maya, { user_id: lead.actor.userId })).rejects.toMatchObject({ code: 'forbidden' });
    const outsider = await world.member();
    await expect(streak(lead, { user_id: outsider.actor.userId })).rejects.toMatchObject({ code: 'member_not_found' });
  });
});

describe('the team day', () => {
  test('shows who worked when, cut at the ends of the day, and how many timers were running in each minute', async () => {
    // From the evening before until half past midnight in Berlin, a running one, and half a minute within one.
    await record(maya, { spans: [[at('18T08:00'), at('18T23:30')]] });
    await record(maya, {
      spans: [
        [at('19T09:00'), at('19T10:00')],
        [at('19T12:30') + 30_000, null],
      ],
      title: 'Limits',
      tags: ['deep'],
    });
    await record(lead, { spans: [[at('19T09:59'), at('19T10:30')]] });
    await record(lead, { spans: [[at('19T11:00') + 10_000, at('19T11:00') + 40_000]] });
    const day = await teamDay();
    const shown = day.members.map(({ user_id, tracked_ms, spans }) => [
      user_id,
      tracked_ms / MINUTE_MS,
      spans.map((span) => [span.started_at, span.ended_at].map((instant) => instant?.slice(8, 19) ?? 'runs').join(' ')),
    ]);
    expect(shown).toEqual([
      [maya.actor.userId, 30 + 60 + 29.5, ['18T23:00:00 18T23:30:00', '19T09:00:00 19T10:00:00', '19T12:30:30 runs']],
      [lead.actor.userId, 31.5, ['19T09:59:00 19T10:30:00', '19T11:00:10 19T11:00:40']],
    ]);
    // 14 hours have passed, and the minute that begins now.
    expect(day.active).toHaveLength(14 * 60 + 1);
    const minutes = (time: string) => (at(time) - at('18T23:00')) / MINUTE_MS;
    const running = [
      '18T23:00',
      '18T23:29',
      '18T23:30',
      '19T09:59',
      '19T10:00',
      '19T10:30',
      '19T12:30',
      '19T12:31',
      '19T13:00',
    ];
    expect(running.map((time) => day.active[minutes(time)])).toEqual([1, 1, 0, 2, 1, 0, 0, 1, 1]);
    expect(day.active.reduce((sum, count) => sum + count, 0)).toBe(30 + 60 + 31 + 30);

    expect((await teamDay({ tag: 'deep' })).members).toMatchObject([
      { spans: [{ title: 'Limits' }, { ended_at: null }] },
    ]);
    expect(await teamDay({ limit: '1' })).toMatchObject({
      members: [{ user_id: maya.actor.userId }],
      members_left_out: 1,
    });
    const yesterday = await teamDay({ date: '2026-11-18' });
    expect(yesterday.members).toMatchObject([{ tracked_ms: 15 * HOUR_MS }]);
    expect(yesterday.active).toHaveLength(24 * 60);
    expect((await teamDay({ date: '2026-11-20' })).active).toEqual([]);
  });

  test('is forbidden for a member, and has 25 hours when clocks go back', async () => {
    await expect(teamDay({}, maya)).rejects.toMatchObject({ code: 'forbidden', status: 403 });
    expect((await teamDay({ date: '2026-10-25' })).active).toHaveLength(25 * 60);
  });
});
