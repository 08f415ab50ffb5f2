import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { notificationPayload } from '#/lib/jobs/notification-kind-schemas.ts';
import { notify } from '#/lib/notifications/inbox/notify.ts';
import { applyImport } from '#/lib/tracking/imports/apply-import.ts';
import { continueImport, runImportStep } from '#/lib/tracking/imports/continue-import.ts';
import { getImport } from '#/lib/tracking/imports/get-import.ts';
import { listImportRowsInput } from '#/lib/tracking/imports/import-schemas.ts';
import { listAllRows } from '#/lib/tracking/imports/import-store.ts';
import { recordedMs } from '#/lib/tracking/imports/import-totals.ts';
import { listRows } from '#/lib/tracking/imports/list-rows.ts';
import { purgeDrafts } from '#/lib/tracking/imports/purge-drafts.ts';
import { addTimer } from '#/lib/tracking/timers/add-timer.ts';
import { addTimerInput } from '#/lib/tracking/timers/correction-schemas.ts';
import { editTimer } from '#/lib/tracking/timers/edit-timer.ts';
import { editWorkspace } from '#/lib/tracking/workspaces/edit-workspace.ts';
import { applied, exportOf, imported, previewed, undone, uploaded } from '#/test/tracking/imports.ts';
import { testWorld, type World } from '#/test/world.ts';

const NOW = '2026-04-01T12:00:00.000Z';
/** Toggl’s file has the emails of two people. */
const ALL_MINE = { assign: 'me' };

let world: World;
let maya: Ctx;
let jonas: Ctx;
beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(new Date(NOW));
  maya = await world.member();
  jonas = await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' });
});

const rejection = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (isAppError(error) ? error.code : Promise.reject(error)),
  );
const add = async (ctx: Ctx, from: string, to: string, title = 'Own work') => {
  const spans = [{ started_at: `2026-03-04T${from}:00Z`, ended_at: `2026-03-04T${to}:00Z` }];
  return (await addTimer(ctx, addTimerInput.parse({ title, spans }))).timer;
};
/** Rows of one day, given as hours in UTC. */
const fileOf = (...rows: string[]) =>
  ['start,end,title', ...rows].join('\n').replaceAll(/(\d\d:\d\d)(?=,)/g, '2026-03-04T$1:00Z');
/** An import's notifications to people, in order. */
async function notificationsOf({ id }: { id: string }): Promise<unknown[]> {
  const { rows } = await world.database.pool.query(
    `select data from pgboss.job where name = 'write-notice' and data->'data'->>'import_id' = $1 order by created_on, id`,
    [id],
  );
  return rows.map(({ data }) => data);
}
/** Everything that counts in a workspace: time, and what is offered for new time. */
async function stateOf({ actor }: Ctx) {
  const { workspaceId } = actor;
  const spans = await world.db.span.findMany({
    where: { workspaceId, discarded: false },
    orderBy: { startedAt: 'asc' },
  });
  const timers = await world.db.timer.findMany({
    where: { workspaceId, status: { not: 'discarded' } },
    orderBy: { id: 'asc' },
  });
  const projects = await world.db.project.findMany({
    where: { workspaceId, archivedAt: null },
    orderBy: { id: 'asc' },
  });
  const tickets = await world.db.ticket.findMany({ where: { workspaceId, archivedAt: null }, orderBy: { id: 'asc' } });
  return { spans, timers, projects, tickets };
}
const trackedMs = async (ctx: Ctx) =>
  (await stateOf(ctx)).spans.reduce((sum, { startedAt, endedAt }) => sum + (Number(endedAt) - Number(startedAt)), 0);

describe('an export is recognized and recorded with its source’s total', () => {
  test.each([
    ['toggl', ALL_MINE, 4, '8:45:17'],
    ['clockify', {}, 3, '4:00:47'],
    ['harvest', {}, 4, '21:15:00'],
    ['solidtime', {}, 3, '4:00:47'],
    ['kimai', {}, 4, '11:20:00'],
    ['csv', { create_tickets: true }, 2, '4:00:00'],
  ])('%s', async (source, mapping, entries, total) => {
    const one = await uploaded(maya, exportOf(source === 'csv' ? 'generic' : source));
    expect(one.source).toBe(source);
    const { import: looked } = await previewed(maya, one, mapping);
    expect(looked.totals?.byState.ready).toBe(entries);
    expect(looked.totals?.byState.error).toBeUndefined();
    await applied(maya, one);
    const [hours = 0, minutes = 0, seconds = 0] = total.split(':').map(Number);
    const stated = hours * HOUR_MS + minutes * MINUTE_MS + seconds * 1_000;
    expect(await trackedMs(maya)).toBe(stated);
    const { totals } = (await getImport(maya, one.id)).import;
    expect(totals?.recordedMs).toBe(stated);
    expect(Math.abs((totals?.statedMs ?? 0) - stated)).toBeLessThanOrEqual(totals?.roundingMs ?? 0);
  });

  test('with titles, projects, tags and the zone of its times', async () => {
    await imported(maya, exportOf('toggl'), ALL_MINE);
    const timer = await world.db.timer.findFirstOrThrow({
      where: { userId: maya.actor.userId, title: { startsWith: 'Rate' } },
      include: { project: true, spans: true },
    });
    expect(timer).toMatchObject({
      title: 'Rate limiter answers "429", not 503',
      status: 'stopped',
      createdVia: 'import',
      tags: ['backend', 'urgent', 'Rate limits'],
      project: { name: 'Public API' },
      spans: [{ origin: 'entered', startedAt: new Date('2026-03-02T08:00:00Z'), startedZone: 'Europe/Berlin' }],
    });
  });

  test('Harvest’s hours without clock times are placed one after the other, with a note', async () => {
    const { rows } = await previewed(maya, await uploaded(maya, exportOf('harvest')));
    expect(rows.map(({ startedAt, isPlaced }) => [startedAt?.toISOString(), isPlaced])).toEqual([
      ['2026-03-04T08:00:00.000Z', true],
      ['2026-03-04T10:30:00.000Z', true],
      ['2026-03-04T11:15:00.000Z', true],
      ['2026-03-04T23:00:00.000Z', true],
    ]);
  });

  test('new projects and tickets are created once, and known ones are used', async () => {
    const one = await uploaded(maya, exportOf('generic'));
    const { import: looked } = await previewed(maya, one, { create_tickets: true });
    expect(looked.totals).toMatchObject({ newProjects: ['Public API'], newTickets: ['API-412', 'API-413'] });
    await applied(maya, one);
    expect((await previewed(maya, await uploaded(maya, exportOf('clockify')))).import.totals?.newProjects).toEqual([]);
    const { projects, tickets } = await stateOf(maya);
    expect([projects.length, tickets.map(({ key }) => key)]).toEqual([1, ['API-412', 'API-413']]);
  });

  test('projects and tickets that a file names by id are used, and unknown ids become names', async () => {
    await imported(maya, exportOf('generic'), { create_tickets: true });
    const { projects, tickets } = await stateOf(maya);
    const foreign = newId();
    const file = [
      'start,end,project,ticket',
      `2026-02-02 09:00,2026-02-02 10:00,${projects[0]?.id},${tickets[0]?.id.toUpperCase()}`,
      `2026-02-02 10:00,2026-02-02 11:00,${foreign},`,
    ].join('\n');
    const one = await uploaded(maya, file);
    const { import: looked } = await previewed(maya, one, { create_tickets: true });
    expect(looked.totals).toMatchObject({ newProjects: [foreign], newTickets: [] });
    await applied(maya, one);
    const after = await stateOf(maya);
    expect([after.projects.length, after.tickets.length]).toEqual([projects.length + 1, tickets.length]);
  });
});

describe('importing the same file twice', () => {
  test.each(['toggl', 'clockify', 'harvest', 'solidtime', 'kimai', 'generic'])(
    'with %s adds nothing',
    async (source) => {
      await imported(maya, exportOf(source), ALL_MINE);
      const before = await stateOf(maya);
      const again = await uploaded(maya, exportOf(source));
      // Read in another zone its entries would have other instants; they still count as the same.
      const { import: looked } = await previewed(maya, again, { ...ALL_MINE, time_zone: 'America/New_York' });
      expect(looked.totals?.byState.ready).toBeUndefined();
      expect(await rejection(applyImport(maya, { id: again.id, ifMatch: null }))).toBe('nothing_to_import');
      expect(await stateOf(maya)).toEqual(before);
    },
  );

  test('before either is applied records it once', async () => {
    const [one, other] = [await uploaded(maya, exportOf('toggl')), await uploaded(maya, exportOf('toggl'))];
    await previewed(maya, one, ALL_MINE);
    await previewed(maya, other, ALL_MINE);
    await applied(maya, one);
    const rows = await applied(maya, other);
    expect(rows.map(({ state }) => state)).toEqual(['duplicate', 'duplicate', 'skipped', 'duplicate', 'duplicate']);
    expect((await stateOf(maya)).timers).toHaveLength(4);
  });

  test('with equal entries keeps as many as there are', async () => {
    const one = await uploaded(maya, exportOf('harvest'));
    await previewed(maya, one);
    const rows = await applied(maya, one);
    expect(new Set(rows.map(({ fingerprint }) => fingerprint)).size).toBe(4);
  });
});

describe('occupied time', () => {
  const FILE = fileOf('08:00,10:00,Reads', '09:30,11:00,Writes', '12:00,13:00,Sleeps');

  test('is listed with both sides, the file’s and the recorded one, and is not changed', async () => {
    const existing = await add(maya, '12:15', '12:30');
    const { rows } = await previewed(maya, await uploaded(maya, FILE));
    expect(rows.map(({ state, overlaps }) => [state, overlaps])).toEqual([
      ['ready', []],
      [
        'overlap',
        [
          {
            startedAt: '2026-03-04T08:00:00.000Z',
            endedAt: '2026-03-04T10:00:00.000Z',
            timerId: null,
            line: 2,
            label: 'Reads',
          },
        ],
      ],
      ['overlap', [expect.objectContaining({ timerId: existing.id, label: 'Own work', line: null })]],
    ]);
  });

  test('is trimmed off by choice, for one row or all of them', async () => {
    await add(maya, '12:15', '12:30');
    const one = await uploaded(maya, FILE);
    await previewed(maya, one, {}, [{ line: 4, resolution: 'trim' }]);
    const rows = await applied(maya, one);
    expect(rows.map(({ state }) => state)).toEqual(['recorded', 'overlap', 'recorded']);
    expect(rows[2]?.spans.map(({ startedAt, endedAt }) => [startedAt.slice(11, 16), endedAt.slice(11, 16)])).toEqual([
      ['12:00', '12:15'],
      ['12:30', '13:00'],
    ]);
    const { rows: all } = await previewed(maya, await uploaded(maya, FILE), { overlaps: 'trim' });
    expect(all.map(({ state }) => state)).toEqual(['duplicate', 'ready', 'duplicate']);
    expect(recordedMs(all[1] as (typeof all)[0])).toBe(HOUR_MS);
  });

  test('that is recorded after the dry run is not overlapped', async () => {
    const one = await uploaded(maya, FILE);
    await previewed(maya, one);
    await add(maya, '08:30', '08:45');
    const rows = await applied(maya, one);
    expect(rows.map(({ state }) => state)).toEqual(['overlap', 'overlap', 'recorded']);
    expect((await stateOf(maya)).timers).toHaveLength(2);
  });

  test('in another workspace is in the way too, without details', async () => {
    const elsewhere = await world.member({ userId: jonas.actor.userId });
    await add(elsewhere, '07:00', '09:00', 'Secret');
    const one = await uploaded(maya, 'start,end,title,person\n2026-03-04T08:00:00Z,2026-03-04T10:00:00Z,Reads,J');
    const { rows } = await previewed(maya, one, { assign: 'by_person', people: { J: jonas.actor.userId } });
    expect(rows[0]?.overlaps).toEqual([
      {
        startedAt: '2026-03-04T08:00:00.000Z',
        endedAt: '2026-03-04T09:00:00.000Z',
        timerId: null,
        line: null,
        label: 'time in another workspace',
      },
    ]);
  });
});

describe('the owner of imported time', () => {
  const FILE =
    'start,duration,person\n2026-03-04T08:00:00Z,1,Ida\n2026-03-04T08:00:00Z,1,Leo\n2026-03-05T08:00:00Z,1,Leo';
  const people = () => ({ Ida: maya.actor.userId, Leo: jonas.actor.userId });

  test('is found by email, chosen for an unknown person, and left out by choice', async () => {
    const { email } = await world.db.user.findUniqueOrThrow({ where: { id: jonas.actor.userId } });
    const one = await uploaded(maya, FILE.replaceAll('Leo', email.toUpperCase()).replace('person', 'email'));
    const { rows, import: looked } = await previewed(maya, one, { assign: 'by_person' });
    expect(rows.map(({ state, userId }) => [state, userId])).toEqual([
      ['error', null],
      ['ready', jonas.actor.userId],
      ['ready', jonas.actor.userId],
    ]);
    expect(looked.people).toEqual([
      { name: email, entries: 2, userId: jonas.actor.userId },
      { name: 'ida', entries: 1, userId: null },
    ]);
    const left = await previewed(maya, one, { people: { ida: null } });
    expect(left.rows[0]).toMatchObject({ state: 'skipped', note: { code: 'person_left_out' } });
  });

  test('can be another member if an admin imports, and reads in their own audit log who did it', async () => {
    const one = await uploaded(maya, FILE);
    await previewed(maya, one, { assign: 'by_person', people: people() });
    await applied(maya, one);
    const events = await world.db.event.findMany({ where: { subjectId: one.id }, orderBy: { userId: 'asc' } });
    const byUser = new Map(events.map(({ userId, type, data }) => [userId, { type, data }]));
    expect(byUser.get(jonas.actor.userId)).toMatchObject({
      type: 'import.applied',
      data: { before: null, after: { entries: 2, total_ms: 2 * HOUR_MS, file_name: 'entries.csv' } },
    });
    expect(events).toHaveLength(2);
    expect(await world.db.event.count({ where: { workspaceId: maya.actor.workspaceId, type: 'timer.added' } })).toBe(0);
  });

  test('is notified once when an admin imports or undoes it; the admin is not', async () => {
    const one = await imported(maya, FILE, { assign: 'by_person', people: people() });
    await continueImport(maya, one.id);
    const { name } = await world.db.user.findUniqueOrThrow({ where: { id: maya.actor.userId } });
    const data = {
      import_id: one.id,
      by_name: name,
      file_name: 'entries.csv',
      entries: 2,
      total_seconds: 7_200,
      started_at: '2026-03-04T08:00:00.000Z',
    };
    const to = { workspaceId: maya.actor.workspaceId, userId: jonas.actor.userId, kind: 'time_imported' };
    const done = { ...to, fact: `import.applied ${one.id}`, data: { ...data, undone: false } };
    expect(await notificationsOf(one)).toEqual([done]);
    await undone(maya, one);
    const back = { ...to, fact: `import.undone ${one.id}`, data: { ...data, undone: true } };
    expect(await notificationsOf(one)).toEqual([done, back]);
    const system = { db: world.db, clock: world.clock, requestId: null };
    for (const payload of await notificationsOf(one)) await notify(system, notificationPayload.parse(payload));
    expect(await world.db.notification.count({ where: { userId: jonas.actor.userId } })).toBe(2);
  });

  test('is the importer if they are an ordinary member', async () => {
    const one = await uploaded(jonas, FILE);
    const { rows } = await previewed(jonas, one, { assign: 'by_person', people: people() });
    expect(rows.map(({ state, note }) => note?.code ?? state)).toEqual(['not_yours', 'ready', 'ready']);
    await applied(jonas, one);
    expect(await world.db.timer.count({ where: { userId: maya.actor.userId } })).toBe(0);
  });

  test('is shown the import, as are admins, and no one else', async () => {
    const [ofMaya, ofJonas] = [await uploaded(maya, FILE), await uploaded(jonas, FILE)];
    expect(await rejection(getImport(jonas, ofMaya.id))).toBe('import_not_found');
    expect(await rejection(getImport(maya, ofJonas.id))).toBe('done');
    expect(await rejection(getImport(await world.member(), ofMaya.id))).toBe('import_not_found');
    expect(await rejection(previewed(jonas, ofMaya))).toBe('import_not_found');
  });

  const demoted = (ctx: Ctx): Ctx => ({
    ...ctx,
    actor: { ...ctx.actor, role: 'member', scopes: new Set(permissionsOf('member')) },
  });
  const BY_PERSON = () => ({ assign: 'by_person', people: people() });

  test('is checked again when an import is applied: a former admin records no one else’s time', async () => {
    const one = await uploaded(maya, FILE);
    await previewed(maya, one, BY_PERSON());
    expect(await rejection(applyImport(demoted(maya), { id: one.id, ifMatch: null }))).toBe('forbidden');
    expect(await trackedMs(maya)).toBe(0);
    // Previewed again as a member, it only contains their own time.
    const { rows } = await previewed(demoted(maya), one);
    expect(rows.map(({ state, note }) => note?.code ?? state)).toEqual(['ready', 'not_yours', 'not_yours']);
    await applied(demoted(maya), one);
    expect(await trackedMs(maya)).toBe(HOUR_MS);
  });

  test('is checked again when an import is undone, and rows of others are no longer shown', async () => {
    const one = await imported(maya, FILE, BY_PERSON());
    expect(await rejection(undone(demoted(maya), one))).toBe('forbidden');
    expect(await trackedMs(maya)).toBe(3 * HOUR_MS);
    const query = listImportRowsInput.parse({});
    expect((await listRows(demoted(maya), one.id, query)).rows.map(({ userId }) => userId)).toEqual([
      maya.actor.userId,
    ]);
    expect((await listRows(maya, one.id, query)).rows).toHaveLength(3);
  });

  test('is the importer for `me`, whoever views the dry run', async () => {
    const one = await uploaded(jonas, fileOf('08:00,09:00,His'));
    const { rows } = await previewed(maya, one);
    expect(rows.map(({ userId }) => userId)).toEqual([jonas.actor.userId]);
  });

  test('must still be a member: time of one removed between the dry run and the worker is not recorded', async () => {
    const one = await uploaded(maya, FILE);
    await previewed(maya, one, { assign: 'by_person', people: people() });
    const { workspaceId } = maya.actor;
    await world.db.membership.delete({ where: { workspaceId_userId: { workspaceId, userId: jonas.actor.userId } } });
    const rows = await applied(maya, one);
    expect(rows.map(({ state }) => state)).toEqual(['recorded', 'error', 'error']);
  });
});

test('rows with closed time, future time or no time are not recorded, keep their titles and give the reason', async () => {
  await editWorkspace(maya, { closed_through: '2026-03-03' });
  const file = [
    'start,end,title',
    '2026-03-02T08:00:00Z,2026-03-02T09:00:00Z,Closed',
    '2026-03-04T08:00:00Z,2026-03-04T09:00:00Z,Open',
    '2026-04-02T08:00:00Z,2026-04-02T09:00:00Z,Ahead',
    '1999-03-04T08:00:00Z,1999-03-04T09:00:00Z,Long ago',
    '2026-03-05T08:00:00Z,2026-03-05T08:00:00Z,Nothing',
    '2026-03-06T10:00:00Z,2026-03-06T09:00:00Z,Backwards',
  ].join('\n');
  const { rows } = await previewed(maya, await uploaded(maya, file));
  expect(rows.map(({ state, note }) => note?.code ?? state)).toEqual([
    'time_closed',
    'ready',
    'in_future',
    'too_early',
    'no_time',
    'end_before_start',
  ]);
  expect(rows.map(({ title }) => title)).toEqual(['Closed', 'Open', 'Ahead', 'Long ago', 'Nothing', 'Backwards']);
});

test('time that is closed after the dry run is not recorded', async () => {
  const one = await uploaded(maya, fileOf('08:00,10:00,Reads'));
  await previewed(maya, one);
  await editWorkspace(maya, { closed_through: '2026-03-05' });
  expect(await applied(maya, one)).toMatchObject([{ state: 'error', note: { code: 'time_closed' } }]);
});

test('ambiguous dates require a choice of their order', async () => {
  const one = await uploaded(maya, 'date,hours\n03/04/2026,1\n05/02/2026,1');
  expect(await rejection(previewed(maya, one))).toBe('mapping_invalid');
  const { rows } = await previewed(maya, one, { date_order: 'day_first' });
  expect(rows.map(({ state }) => state)).toEqual(['error', 'ready']);
  expect((await previewed(maya, one, { date_order: 'month_first' })).rows.map(({ state }) => state)).toEqual([
    'ready',
    'error',
  ]);
});

describe('a worker that is killed', () => {
  const FILE = fileOf(
    '08:00,09:00,One',
    '09:00,10:00,Two',
    '10:00,11:00,Three',
    '11:00,12:00,Four',
    '13:00,14:00,Five',
  );

  test('keeps what it has done, and the next continues from there without duplicates', async () => {
    const one = await uploaded(maya, FILE);
    await previewed(maya, one);
    await applyImport(maya, { id: one.id, ifMatch: null });
    expect(await runImportStep(maya, one.id, 2)).toBe(true);
    expect((await getImport(maya, one.id)).counts).toEqual({ recorded: 2, ready: 3 });
    // Two others, concurrently.
    await Promise.all([continueImport(maya, one.id, 1), continueImport(maya, one.id, 2)]);
    expect((await getImport(maya, one.id)).import).toMatchObject({
      status: 'applied',
      totals: { recordedMs: 5 * HOUR_MS },
    });
    expect((await stateOf(maya)).timers).toHaveLength(5);
    await continueImport(maya, one.id);
    expect(await world.db.event.count({ where: { subjectId: one.id } })).toBe(1);
  });

  test('in the middle of a transaction leaves nothing of it', async () => {
    const one = await uploaded(maya, FILE);
    await previewed(maya, one);
    await applyImport(maya, { id: one.id, ifMatch: null });
    const before = await stateOf(maya);
    const dying = { ...maya, clock: { now: () => Promise.reject(new Error('killed')) } };
    await expect(runImportStep(dying, one.id, 2)).rejects.toThrow('killed');
    expect(await stateOf(maya)).toEqual(before);
    await continueImport(maya, one.id);
    expect((await stateOf(maya)).timers).toHaveLength(5);
  });
});

describe('undoing', () => {
  test('removes everything that was recorded and created, and the file can be imported again', async () => {
    const before = await stateOf(maya);
    const one = await imported(maya, exportOf('generic'), { create_tickets: true });
    const rows = await undone(maya, one);
    expect(rows.map(({ state }) => state)).toEqual(['undone', 'undone']);
    expect(await stateOf(maya)).toEqual(before);
    await imported(maya, exportOf('generic'), { create_tickets: true });
    expect((await stateOf(maya)).timers).toHaveLength(2);
  });

  test('lists timers that were changed since, and keeps them only by choice', async () => {
    const one = await imported(maya, fileOf('08:00,09:00,Reads', '09:00,10:00,Writes'));
    const [timer] = (await stateOf(maya)).timers;
    await editTimer(maya, { id: timer?.id ?? '', ifMatch: null }, { title: 'Read it twice', create_ticket: false });
    expect(await rejection(undone(maya, one))).toBe('import_changed');
    const rows = await undone(maya, one, { keep_changed: true });
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['kept', 'undone']);
    expect((await stateOf(maya)).timers.map(({ title }) => title)).toEqual(['Read it twice']);
    expect((await getImport(maya, one.id)).import.status).toBe('undone');
  });

  test('keeps time that was closed since', async () => {
    const one = await imported(maya, fileOf('08:00,09:00,Reads'));
    await editWorkspace(maya, { closed_through: '2026-03-05' });
    expect(await undone(maya, one)).toMatchObject([{ state: 'kept', note: { code: 'time_closed' } }]);
  });

  test('keeps a project on which something else was recorded since', async () => {
    const one = await imported(maya, exportOf('clockify'));
    await addTimer(
      maya,
      addTimerInput.parse({
        project: 'Public API',
        spans: [{ started_at: '2026-03-30T08:00:00Z', ended_at: '2026-03-30T09:00:00Z' }],
      }),
    );
    await undone(maya, one);
    expect((await stateOf(maya)).projects.map(({ name }) => name)).toEqual(['Public API']);
  });

  test('is not possible before the import is applied, nor twice', async () => {
    const one = await uploaded(maya, fileOf('08:00,09:00,Reads'));
    expect(await rejection(undone(maya, one))).toBe('import_state');
    await previewed(maya, one);
    await applied(maya, one);
    await undone(maya, one);
    expect(await rejection(undone(maya, one))).toBe('import_state');
  });

  test('undoing any import restores exactly the earlier state', async () => {
    const quarters = fc.tuple(fc.nat(90), fc.integer({ min: 1, max: 8 }));
    const entry = fc.record({
      time: quarters,
      project: fc.constantFrom('', 'API', 'api', 'Billing'),
      tags: fc.constantFrom('', 'a,b'),
    });
    const at = (quarter: number) =>
      new Date(Date.parse('2026-03-04T00:00:00Z') + quarter * 15 * MINUTE_MS).toISOString();
    const world24 = fc.record({
      own: fc.array(quarters, { maxLength: 4 }),
      entries: fc.array(entry, { minLength: 1, maxLength: 8 }),
      overlaps: fc.constantFrom('skip', 'trim'),
    });
    await fc.assert(
      fc.asyncProperty(world24, async ({ own, entries, overlaps }) => {
        const ctx = await world.member();
        for (const [from, length] of own) {
          const spans = [{ started_at: at(from), ended_at: at(from + length) }];
          await rejection(addTimer(ctx, addTimerInput.parse({ project: 'API', spans })));
        }
        const before = await stateOf(ctx);
        const lines = entries.map(({ time: [from, length], project, tags }) =>
          [at(from), at(from + length), project, `"${tags}"`].join(','),
        );
        const one = await uploaded(ctx, ['start,end,project,tags', ...lines].join('\n'));
        const { import: looked } = await previewed(ctx, one, { overlaps });
        if (!looked.totals?.byState.ready) return;
        await applied(ctx, one, 3);
        const after = await stateOf(ctx);
        const sum = (spans: typeof after.spans) =>
          spans.reduce((ms, span) => ms + (Number(span.endedAt) - Number(span.startedAt)), 0);
        expect(sum(after.spans) - sum(before.spans)).toBe(looked.totals.recordedMs);
        await undone(ctx, one);
        expect(await stateOf(ctx)).toEqual(before);
      }),
      { seed: 26, numRuns: 15 },
    );
  });
});

test('a file that is never applied is deleted after a week; others stay', async () => {
  const draft = await uploaded(maya, exportOf('toggl'));
  const done = await imported(maya, exportOf('clockify'));
  world.clock.set(new Date(Date.parse(NOW) + 6 * 24 * HOUR_MS));
  await purgeDrafts(maya);
  expect(await rejection(getImport(maya, draft.id))).toBe('done');
  world.clock.set(new Date(Date.parse(NOW) + 8 * 24 * HOUR_MS));
  await purgeDrafts(maya);
  expect(await rejection(getImport(maya, draft.id))).toBe('import_not_found');
  expect(await rejection(getImport(maya, done.id))).toBe('done');
  expect((await listAllRows(world.db, done.id)).every(({ cells }) => cells.length === 0)).toBe(true);
});
