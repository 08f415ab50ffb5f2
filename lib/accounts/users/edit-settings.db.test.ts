import { beforeAll, expect, test, vi } from 'vitest';
import { editSettings } from '#/lib/accounts/users/edit-settings.ts';
import type { EditSettingsInput } from '#/lib/accounts/users/user-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { testWorld, type World } from '#/test/world.ts';

// In one process, a person's mutations run one after another; here each is in its own process.
vi.mock('#/lib/context/in-keyed-mutex.ts', () => ({
  inKeyedMutex: <T>(_client: object, _userId: string, work: () => Promise<T>) => work(),
}));

let world: World;
beforeAll(async () => {
  world = await testWorld();
});

const eventsOf = async ({ actor }: Ctx) =>
  (
    await world.database.pool.query(
      `select data from events where subject_id = $1 and type = 'account.edited' order by id`,
      [actor.userId],
    )
  ).rows.map(({ data }) => data);

test('settings that several devices change at once are all kept, and each event starts from the state the last one left', async () => {
  const maya = await world.member();
  const changes: EditSettingsInput[] = [
    { name: 'Maya K.' },
    { time_zone: 'Asia/Tokyo' },
    { week_start: 7 },
    { day_start_hour: 4 },
    { hour_cycle: 'h12' },
    { theme: 'dark' },
    { single_keys: false },
    { conflict_policy: 'last_resume_wins' },
    { day_target_seconds: 27_000 },
    { week_target_seconds: 135_000 },
    { nudge_seconds: 14_400 },
    { absence_minutes: 30 },
    { absence_policy: 'keep' },
    { working_hours: { days: [1, 2, 3], from: '09:00', to: '17:30' } },
    { cap_point: 'last_seen' },
    {
      pomodoro: {
        work_minutes: 50,
        short_break_minutes: 10,
        long_break_minutes: 30,
        rounds: 3,
        at_work_end: 'ask',
        at_break_end: 'start',
        strict: true,
        sound: true,
        daily_goal: 6,
      },
    },
  ];
  await Promise.all(changes.map((change) => editSettings(maya, change)));
  const events = await eventsOf(maya);
  expect(events).toHaveLength(changes.length);
  expect(events.at(-1).after).toEqual(Object.assign({}, ...changes));
  expect(events.slice(1).map(({ before }) => before)).toEqual(events.slice(0, -1).map(({ after }) => after));
});

test('a setting that is chosen twice at once is written once', async () => {
  const maya = await world.member();
  await Promise.all(Array.from({ length: 10 }, () => editSettings(maya, { theme: 'light' })));
  expect(await eventsOf(maya)).toMatchObject([{ before: { theme: 'system' }, after: { theme: 'light' } }]);
});
