import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#/lib/core/duration.ts';
import type {
  ChangeProjectJson,
  ProjectJson,
  ProjectListJson,
  ProjectResponseJson,
} from '#/lib/tracking/projects/project-schemas.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let api: ApiClient;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  api = await apiFor(world, await world.member());
});

const create = async (name: string) =>
  (await api<{ project: ProjectJson }>('POST', '/projects', { name })).body.project.id;
const rename = (id: string, name: unknown) => api<ChangeProjectJson>('PATCH', `/projects/${id}`, { name });
const act = (id: string, verb: 'archive' | 'restore') => api<ChangeProjectJson>('POST', `/projects/${id}/${verb}`, {});
const namesOf = async (query = '') =>
  (await api<ProjectListJson>('GET', `/projects${query}`)).body.projects.map(({ name }) => name);

describe('renaming a project is rejected', () => {
  test.each([' ', 'x'.repeat(201), null, 7])('to %j', async (name) => {
    const id = await create('Core');
    const response = await expectUnchanged(world, () => rename(id, name));
    expect(response).toMatchObject({ status: 400, body: { code: 'input_invalid', errors: [{ pointer: '/name' }] } });
  });

  test('to the name of another, whatever its case', async () => {
    await create('Core');
    const id = await create('Other');
    const response = await expectUnchanged(world, () => rename(id, 'CORE'));
    expect(response).toMatchObject({ status: 409, body: { code: 'project_name_taken' } });
  });
});

describe('a project', () => {
  test('can be renamed, which also shows on its tickets and timers', async () => {
    const id = await create('Core');
    await api('POST', '/tickets', { key: 'API-1', project: 'Core' });
    const started = await api<{ timer: { id: string } }>('POST', '/timers/start', { ticket_key: 'API-1' });
    expect((await rename(id, 'Kernel')).body).toMatchObject({ changed: true, project: { id, name: 'Kernel' } });
    expect(await api('GET', '/tickets/API-1')).toMatchObject({ body: { ticket: { project: { name: 'Kernel' } } } });
    expect(await api('GET', `/timers/${started.body.timer.id}`)).toMatchObject({
      body: { timer: { project: { name: 'Kernel' } } },
    });
  });

  test('is unchanged when renamed to its own name', async () => {
    const id = await create('Core');
    expect((await expectUnchanged(world, () => rename(id, 'Core'))).body.changed).toBe(false);
  });

  test('shows its time, both alone and in the list', async () => {
    const id = await create('Core');
    await api('POST', '/timers/start', { title: 'Work', project_id: id });
    world.clock.advance(HOUR_MS);
    const { project } = (await api<ProjectResponseJson>('GET', `/projects/${id}`)).body;
    expect(project.time).toMatchObject({ tracked_ms: HOUR_MS, running: 1 });
    expect((await api<ProjectListJson>('GET', '/projects?with_time=true')).body.projects).toEqual([project]);
    expect((await api<ProjectListJson>('GET', '/projects')).body.projects[0]?.time).toBeUndefined();
  });
});

describe('an archived project', () => {
  test('is not offered, is listed among archived ones, and can be restored', async () => {
    const id = await create('Core');
    await create('Other');
    expect((await act(id, 'archive')).body).toMatchObject({ changed: true });
    expect([await namesOf(), await namesOf('?state=archived'), await namesOf('?state=all')]).toEqual([
      ['Other'],
      ['Core'],
      ['Core', 'Other'],
    ]);
    expect((await act(id, 'restore')).body).toMatchObject({ changed: true, project: { archived_at: null } });
    expect(await namesOf()).toEqual(['Core', 'Other']);
  });

  test('frees its name for another, and then can’t be restored under it', async () => {
    const id = await create('Core');
    await act(id, 'archive');
    await create('core');
    const rejected = await expectUnchanged(world, () => act(id, 'restore'));
    expect(rejected).toMatchObject({ status: 409, body: { code: 'project_name_taken' } });
    await rename(id, 'Old core');
    expect((await act(id, 'restore')).status).toBe(200);
  });

  test('keeps its tickets and time, and can still be named explicitly for new time', async () => {
    const id = await create('Core');
    await api('POST', '/tickets', { key: 'API-1', project: 'Core' });
    await act(id, 'archive');
    const started = await api('POST', '/timers/start', { ticket_key: 'API-1' });
    expect(started).toMatchObject({ status: 201, body: { timer: { project: { id } } } });
    const named = await api('POST', '/timers/start', { project_id: id, on_conflict: 'switch' });
    expect(named).toMatchObject({ status: 201, body: { timer: { project: { id } } } });
  });
});
