import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChangeTimerJson, StartTimerJson, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

const NOBODYS = '0190f5fe-7c00-7a00-8000-000000000001';

let world: World;
let api: ApiClient;
let timer: TimerJson;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  api = await apiFor(world, await world.member());
  const { body } = await api<StartTimerJson>('POST', '/timers/start', {
    title: 'Work',
    ticket_key: 'API-1',
    create_ticket: true,
    project: 'Core',
    tags: ['deep'],
  });
  timer = body.timer;
});

const edit = (body: unknown, headers?: Record<string, string>) =>
  api<ChangeTimerJson>('PATCH', `/timers/${timer.id}`, body, headers);

describe('an edit is rejected', () => {
  test.each([
    ['a title over 500 characters', { title: 'x'.repeat(501) }, '/title'],
    ['null for a title', { title: null }, '/title'],
    ['null for tags', { tags: null }, '/tags'],
    ['a ticket by key and by id', { ticket_key: 'API-1', ticket_id: NOBODYS }, '/ticket_id'],
    ['a project without an id', { project: { name: 'Core' } }, '/project'],
    ['another start', { started_at: '2026-03-10T08:00:00Z' }, '/started_at'],
    ['another state', { status: 'stopped' }, '/status'],
    ['spans', { spans: [] }, '/spans'],
  ])('with %s, by its pointer', async (_what, body, pointer) => {
    const response = await expectUnchanged(world, () => edit(body));
    expect(response).toMatchObject({ status: 400, body: { code: 'input_invalid', errors: [{ pointer }] } });
  });

  test.each([
    [{ ticket_key: 'NO-1' }, 'ticket_not_found'],
    [{ ticket_id: NOBODYS }, 'ticket_not_found'],
    [{ project_id: NOBODYS }, 'project_not_found'],
  ])('with %j, which does not exist here', async (body, code) => {
    const response = await expectUnchanged(world, () => edit({ title: 'New', ...body }));
    expect(response).toMatchObject({ status: 404, body: { code } });
  });

  test('of another version', async () => {
    const response = await expectUnchanged(world, () => edit({ title: 'New' }, { 'if-match': '"7"' }));
    expect(response).toMatchObject({ status: 412, body: { current: { title: 'Work', version: 1 } } });
  });

  test('of a discarded timer', async () => {
    await api('POST', `/timers/${timer.id}/discard`);
    const response = await expectUnchanged(world, () => edit({ title: 'New' }));
    expect(response).toMatchObject({ status: 409, body: { code: 'timer_ended', current: { status: 'discarded' } } });
  });
});

describe('an edit', () => {
  test.each([
    ['nothing', {}],
    ['what is already so', { title: ' Work ', ticket_key: 'api-1', tags: ['deep', 'deep'] }],
  ])('of %s changes nothing', async (_what, body) => {
    const response = await expectUnchanged(world, () => edit(body));
    expect(response).toMatchObject({ status: 200, body: { changed: false, timer: { version: 1 } } });
  });

  test('changes only the named fields, and never the time', async () => {
    world.clock.advance(1_234);
    const { status, headers, body } = await edit({ title: 'Better words' }, { 'if-match': '"1"' });
    expect([status, headers.get('etag'), body.changed]).toEqual([200, '"2"', true]);
    const seen = { last_seen_at: body.server_time, updated_at: body.server_time };
    expect(body.timer).toEqual({ ...timer, ...seen, title: 'Better words', elapsed_ms: 1_234, version: 2 });
  });

  test('removes fields set to null, and empties empty lists', async () => {
    const { timer: bare } = (await edit({ title: '', ticket_key: null, project_id: null, tags: [] })).body;
    expect(bare).toMatchObject({ title: '', ticket: null, project: null, tags: [], status: 'running' });
  });

  test('of the ticket also sets its project, unless a project is named too', async () => {
    await api('POST', '/tickets', { key: 'WEB-1', title: 'Home page', project: 'Website' });
    expect((await edit({ ticket_key: 'WEB-1' })).body.timer).toMatchObject({
      project: { name: 'Website' },
      title: 'Work',
    });
    expect((await edit({ ticket_key: 'API-1', project_id: null })).body.timer.project).toBeNull();
    const core = timer.project?.id;
    expect((await edit({ ticket_key: 'WEB-1', project_id: core })).body.timer.project).toEqual(timer.project);
  });

  test('can create the ticket', async () => {
    const { timer: edited } = (await edit({ ticket_key: 'NEW-7', create_ticket: true, title: 'Seven' })).body;
    expect(edited.ticket).toMatchObject({ key: 'NEW-7', title: 'Seven' });
  });

  test('of a stopped timer changes its texts, not its end', async () => {
    world.clock.advance(1_000);
    const { body: stopped } = await api<ChangeTimerJson>('POST', `/timers/${timer.id}/stop`);
    const { body } = await edit({ title: 'Said later' });
    expect(body.timer).toEqual({ ...stopped.timer, title: 'Said later', version: 3 });
  });

  test('of a timer past its cap is saved together with the cap, once', async () => {
    world.clock.advance(90_000_000);
    const { body } = await edit({ title: 'Said the next day' });
    expect(body.timer).toMatchObject({
      title: 'Said the next day',
      status: 'completed',
      end_reason: 'capped',
      version: 3,
    });
    const { rows } = await world.database.pool.query('select type from events where subject_id = $1 order by id', [
      timer.id,
    ]);
    expect(rows.map(({ type }) => type)).toEqual(['timer.started', 'timer.completed', 'timer.edited']);
  });

  test('of the same version by twenty at once succeeds once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => edit({ title: `Title ${index}` }, { 'if-match': '"1"' })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 412)).toHaveLength(19);
  });
});
