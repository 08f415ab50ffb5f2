import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exportQuery } from '#/lib/analytics/exports/export-schemas.ts';
import { storedQuery } from '#/lib/analytics/exports/stored-query.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS, HOUR_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { effectJson } from '#/lib/tracking/corrections/correction-json.ts';
import { createCorrectionInput, effectOut } from '#/lib/tracking/corrections/correction-schemas.ts';
import { createCorrection } from '#/lib/tracking/corrections/create-correction.ts';
import { previewCorrection, previewRevert } from '#/lib/tracking/corrections/preview-correction.ts';
import type { ExportStatus } from '#/lib/tracking/exports/export.ts';
import { addTimer } from '#/lib/tracking/timers/add-timer.ts';
import { addTimerInput } from '#/lib/tracking/timers/correction-schemas.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { testWorld, type World } from '#/test/world.ts';

const NOW = Date.parse('2026-04-10T09:00:00.000Z');
const REASON = 'Forgot to stop; agreed with Jonas.';
type Hours = [string, string];
/** Jonas is in Berlin, where 10 March begins at 23:00 UTC. */
const TENTH: Hours = ['2026-03-10T08:00:00Z', '2026-03-10T10:00:00Z'];
const ELEVENTH: Hours = ['2026-03-11T08:00:00Z', '2026-03-11T10:00:00Z'];
const TENTH_ONLY = { from: '2026-03-10', to: '2026-03-10' };

let world: World;
let lead: Ctx;
let jonas: Ctx;
beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(new Date(NOW));
  lead = await world.member({ timeZone: 'Europe/Berlin' });
  const { workspaceId } = lead.actor;
  jonas = await world.member({ workspaceId, role: 'member', timeZone: 'Europe/Berlin' });
});

const spanOf = ([from, to]: Hours) => ({ started_at: from, ended_at: to });

async function worked(ctx: Ctx, what: object = {}, ...hours: Hours[]): Promise<Timer> {
  const input = { title: 'Lease renewal', spans: (hours.length > 0 ? hours : [TENTH]).map(spanOf), ...what };
  return (await addTimer(ctx, addTimerInput.parse(input))).timer;
}

type Made = { status?: ExportStatus; createdAt?: Date; expiresAt?: Date };
let exportsMade = 0;
/** An export of a member, ready unless given otherwise; returns its file's name. */
async function exported(ctx: Ctx, query: object, made: Made = {}): Promise<string> {
  const { status = 'ready', createdAt = new Date(NOW - DAY_MS) } = made;
  const { userId, workspaceId } = ctx.actor;
  exportsMade += 1;
  const fileName = `export-${exportsMade}.csv`;
  const isOver = status !== 'requested' && status !== 'running';
  const hasFile = status === 'ready' || status === 'expired';
  const expiresAt = hasFile ? (made.expiresAt ?? new Date(+createdAt + 3 * DAY_MS)) : null;
  await world.db.export.create({
    data: {
      id: newId(),
      userId,
      workspaceId,
      fileName,
      createdAt,
      status,
      expiresAt,
      query: storedQuery(exportQuery.parse(query)),
      format: 'csv',
      ofOthers: true,
      startedAt: createdAt,
      attempt: 1,
      finishedAt: isOver ? createdAt : null,
    },
  });
  return fileName;
}

const editOf = ({ id, version }: Timer, what: object) => ({ timer_id: id, version, ...what });
const correction = (...timers: object[]) => createCorrectionInput.parse({ timers, reason: REASON });
async function affected(ctx: Ctx, ...edits: object[]): Promise<string[]> {
  const { effect } = await previewCorrection(ctx, correction(...edits));
  expect(effect.exports.count).toBe(effect.exports.exports.length);
  return effect.exports.exports.map(({ fileName }) => fileName);
}
const shortened = { spans: [spanOf([TENTH[0], '2026-03-10T09:00:00Z'])] };

type Case = { what: string; query: object; made?: Made; isNamed: boolean };
/** Which exports a correction of time on 10 March names, by their descriptions. */
async function expectNamed(cases: Case[], about: object = {}): Promise<void> {
  const timer = await worked(jonas, about);
  const whats = new Map<string, string>();
  for (const { what, query, made } of cases) whats.set(await exported(lead, query, made), what);
  const named = (await affected(lead, editOf(timer, shortened))).map((name) => whats.get(name));
  const expected = cases.filter(({ isNamed }) => isNamed).map(({ what }) => what);
  expect(named.toSorted()).toEqual(expected.toSorted());
}

describe('by period', () => {
  test('exports are named whose days, or instants, contain some of the time', async () => {
    // 08:00 to 10:00 UTC is 21:00 to 23:00 of the day before in Pago Pago.
    const zone = { time_zone: 'Pacific/Pago_Pago' };
    await expectNamed(
      [
        ['the day of the time', TENTH_ONLY, true],
        ['the days before it', { from: '2026-02-01', to: '2026-03-09' }, false],
        ['the days after it', { from: '2026-03-11', to: '2026-03-31' }, false],
        ['instants up to its start', { from: '2026-03-10T00:00:00Z', to: TENTH[0] }, false],
        ['instants from its end on', { from: TENTH[1], to: '2026-03-31T00:00:00Z' }, false],
        ['instants within it', { from: '2026-03-10T08:30:00Z', to: '2026-03-10T08:31:00Z' }, true],
        ['its day in the zone of the export', { from: '2026-03-09', to: '2026-03-09', ...zone }, true],
        ['another day there', { ...TENTH_ONLY, ...zone }, false],
      ].map(([what, query, isNamed]) => ({ what, query, isNamed }) as Case),
    );
  });

  test('time that is moved out of the period, or into it, counts', async () => {
    const timer = await worked(jonas);
    const from = await exported(lead, TENTH_ONLY);
    const into = await exported(lead, { from: '2026-03-11', to: '2026-03-11' }, { createdAt: new Date(NOW - HOUR_MS) });
    expect(await affected(lead, editOf(timer, { spans: [spanOf(ELEVENTH)] }))).toEqual([into, from]);
  });

  test('unchanged time of the timer does not count, unless the export rounds or something else changes', async () => {
    const timer = await worked(jonas, {}, TENTH, ELEVENTH);
    const change = { spans: [spanOf([TENTH[0], '2026-03-10T09:00:00Z']), spanOf(ELEVENTH)] };
    await exported(lead, { from: '2026-03-11', to: '2026-03-11' });
    expect(await affected(lead, editOf(timer, change))).toEqual([]);
    expect(await affected(lead, editOf(timer, { title: 'Lease' }))).toHaveLength(1);
    const rounds = await exported(lead, { from: '2026-03-11', to: '2026-03-11', round: 'up' });
    expect(await affected(lead, editOf(timer, change))).toEqual([rounds]);
  });
});

describe('by filter', () => {
  test('exports of the member, project, ticket, tag and type of the time are named, others are not', async () => {
    const about = { project: 'Public API', ticket_key: 'OPS-81', create_ticket: true, tags: ['100%', 'a,b'] };
    const { project, ticket } = await worked(lead, about, ELEVENTH);
    const filters: [object, object][] = [
      [{ user_id: jonas.actor.userId }, { user_id: lead.actor.userId }],
      [{ project_id: `${newId()},${project?.id}` }, { project_id: `none,${newId()}` }],
      [{ project_id: 'Theirs,public api' }, { project_id: 'public' }],
      [{ ticket: 'ops-1,ops-81' }, { ticket: 'OPS-8,none' }],
      [{ ticket: ticket?.id }, { ticket: newId() }],
      [{ tag: 'a%2Cb,legal' }, { tag: 'a,b' }],
      [{ tag: '100%25' }, { tag: '100' }],
      [{ type: 'pomodoro,manual' }, { type: 'pomodoro' }],
    ];
    const cases = filters.flatMap(([same, other]) => [
      { what: `same ${JSON.stringify(same)}`, query: { ...TENTH_ONLY, ...same }, isNamed: true },
      { what: `other ${JSON.stringify(other)}`, query: { ...TENTH_ONLY, ...other }, isNamed: false },
    ]);
    await expectNamed(cases, about);
  });

  test('time without a project or ticket matches `none`', async () => {
    const timer = await worked(jonas);
    const name = await exported(lead, { ...TENTH_ONLY, project_id: 'none', ticket: 'none' });
    expect(await affected(lead, editOf(timer, shortened))).toEqual([name]);
  });

  test('an export of the new owner, or of the new tag, is named too', async () => {
    const timer = await worked(jonas);
    const ofLead = await exported(lead, { ...TENTH_ONLY, user_id: lead.actor.userId });
    const tagged = await exported(lead, { ...TENTH_ONLY, tag: 'legal' });
    expect(await affected(lead, editOf(timer, { user_id: lead.actor.userId }))).toEqual([ofLead]);
    expect(await affected(lead, editOf(timer, { tags: ['legal'] }))).toEqual([tagged]);
  });
});

test('exports that are requested, ready, or were made in the last 31 days are named', async () => {
  const lately = new Date(NOW - 30 * DAY_MS);
  const longAgo = new Date(NOW - 32 * DAY_MS);
  const cases: [string, Made, boolean][] = [
    ['is requested', { status: 'requested' }, true],
    ['is being written', { status: 'running' }, true],
    ['is ready', { status: 'ready' }, true],
    [
      'has been ready for a long time',
      { status: 'ready', createdAt: longAgo, expiresAt: new Date(NOW + HOUR_MS) },
      true,
    ],
    ['has expired recently', { status: 'expired', createdAt: lately }, true],
    ['is past its end, which is not recorded yet', { status: 'ready', createdAt: longAgo }, false],
    ['has expired long ago', { status: 'expired', createdAt: longAgo }, false],
    ['was canceled', { status: 'canceled' }, false],
    ['has failed', { status: 'failed' }, false],
  ];
  await expectNamed(cases.map(([what, made, isNamed]) => ({ what, query: TENTH_ONLY, made, isNamed })));
});

test('an admin sees that others’ exports exist and whose they are, a member only their own, nobody another workspace’s', async () => {
  const timer = await worked(jonas);
  const ofLead = await exported(lead, TENTH_ONLY);
  const ofJonas = await exported(jonas, { ...TENTH_ONLY, user_id: jonas.actor.userId });
  const elsewhere = await world.member({ userId: lead.actor.userId });
  await exported(elsewhere, TENTH_ONLY);
  expect((await affected(lead, editOf(timer, shortened))).toSorted()).toEqual([ofLead, ofJonas].toSorted());
  expect(await affected(jonas, editOf(timer, shortened))).toEqual([ofJonas]);
});

test('the response names each by its file, owner and period, without its contents', async () => {
  const timer = await worked(jonas);
  const createdAt = new Date(NOW - DAY_MS);
  await exported(jonas, { ...TENTH_ONLY, user_id: jonas.actor.userId, ticket: 'none' }, { createdAt });
  const { effect, now } = await previewCorrection(lead, correction(editOf(timer, shortened)));
  const { exports, exports_count } = effectOut.parse(effectJson(effect, now));
  expect(exports_count).toBe(1);
  expect(exports).toEqual([
    {
      id: expect.any(String),
      user_id: jonas.actor.userId,
      file_name: expect.stringMatching(/^export-\d+\.csv$/),
      format: 'csv',
      status: 'ready',
      from: '2026-03-10',
      to: '2026-03-10',
      created_at: createdAt.toISOString(),
      expires_at: new Date(+createdAt + 3 * DAY_MS).toISOString(),
    },
  ]);
});

test('the newest 20 of many exports are named, with the total number', async () => {
  const timer = await worked(jonas);
  const names: string[] = [];
  for (let minute = 0; minute < 22; minute += 1) {
    names.unshift(await exported(lead, TENTH_ONLY, { createdAt: new Date(NOW - DAY_MS + minute * 60_000) }));
  }
  const { effect } = await previewCorrection(lead, correction(editOf(timer, shortened)));
  expect(effect.exports.count).toBe(22);
  expect(effect.exports.exports.map(({ fileName }) => fileName)).toEqual(names.slice(0, 20));
});

test('a correction of many timers, and its revert, name the exports of all of them', async () => {
  const timers = [await worked(jonas), await worked(lead, {}, ELEVENTH)] as const;
  const tenth = await exported(lead, TENTH_ONLY);
  const eleventh = await exported(lead, { from: '2026-03-11', to: '2026-03-11' });
  await exported(lead, { from: '2026-03-12', to: '2026-03-12' });
  const edits = timers.map((timer) => editOf(timer, { status: 'discarded' }));
  const both = [tenth, eleventh].toSorted();
  expect((await affected(lead, ...edits)).toSorted()).toEqual(both);
  const created = await createCorrection(lead, correction(...edits));
  const { effect } = await previewRevert(lead, created.correction.id);
  for (const { exports } of [created.effect, effect]) {
    expect(exports.exports.map(({ fileName }) => fileName).toSorted()).toEqual(both);
  }
});
