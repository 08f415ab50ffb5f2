import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { encodeCursor } from '#/lib/core/cursor.ts';
import type { ProjectJson } from '#/lib/tracking/projects/project-schemas.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

type ProjectListJson = { projects: ProjectJson[]; next_cursor: string | null };

let world: World;
let ctx: Ctx;
let api: ApiClient;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  ctx = await world.member();
  api = await apiFor(world, ctx);
});

const create = (body: unknown) => api<{ project: ProjectJson }>('POST', '/projects', body);

async function namesOf(query: string): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { status, body }: { status: number; body: ProjectListJson } = await api(
      'GET',
      `/projects?${query}&cursor=${cursor}`,
    );
    expect(status).toBe(200);
    names.push(...body.projects.map(({ name }) => name));
    cursor = body.next_cursor;
  }
  return names;
}

describe('a project is rejected', () => {
  test.each([
    ['no name', {}],
    ['an empty name', { name: ' ' }],
    ['a name over 200 characters', { name: 'x'.repeat(201) }],
    ['a number for a name', { name: 7 }],
  ])('with %s', async (_what, body) => {
    const response = await expectUnchanged(world, () => create(body));
    expect(response).toMatchObject({ status: 400, body: { code: 'input_invalid', errors: [{ pointer: '/name' }] } });
  });

  test.each(['Core', 'CORE', ' core '])('when its name is taken, in any case: %j', async (name) => {
    await create({ name: 'Core' });
    const response = await expectUnchanged(world, () => create({ name }));
    expect(response).toMatchObject({ status: 409, body: { code: 'project_name_taken' } });
  });

  test('nineteen times of twenty at once', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => create({ name: 'Race' })));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(19);
  });
});

test('a new project is returned whole', async () => {
  const now = (await world.clock.now()).toISOString();
  const { status, body } = await create({ name: ' Public API ' });
  expect(status).toBe(201);
  expect(body).toEqual({
    project: { id: expect.any(String), name: 'Public API', created_at: now, archived_at: null },
    server_time: now,
  });
});

describe('the list of projects', () => {
  test.each(['limit=0', 'limit=101', 'name=x', 'state=x', 'search=a&search=b'])('is rejected for %s', async (query) => {
    expect(await api('GET', `/projects?${query}`)).toMatchObject({ status: 400, body: { code: 'input_invalid' } });
  });

  test.each([['x'], [encodeCursor(['a\u0000b', '0190f5fe-7c00-7a00-8000-000000000001'])]])(
    'is rejected for the cursor %s',
    async (cursor) => {
      expect(await api('GET', `/projects?cursor=${cursor}`)).toMatchObject({
        status: 400,
        body: { code: 'cursor_invalid' },
      });
    },
  );

  test('is ordered by name regardless of case, page by page, with any letters', async () => {
    const names = ['alpha', 'Beta', 'GAMMA', 'Ärger', 'ärmel', 'ÖL', 'İstanbul', 'Жук', 'жаба', '日本', '🙂'];
    for (const name of names) await create({ name });
    const all = await namesOf('limit=100');
    expect(all.slice(0, 3)).toEqual(['alpha', 'Beta', 'GAMMA']);
    expect([...all].sort()).toEqual([...names].sort());
    expect(await namesOf('limit=1')).toEqual(all);
  });

  test.each(['Ж', '日', '\u0001'])('continues after a name of 200 letters %j', async (letter) => {
    const names = [`x${letter.repeat(198)}a`, `x${letter.repeat(198)}b`];
    for (const name of names) await create({ name });
    expect(await namesOf('limit=1')).toEqual(names);
  });

  test('takes the search text literally', async () => {
    for (const name of ['100%', '100 percent', 'a_b', 'a-b']) await create({ name });
    expect(await namesOf('search=%25')).toEqual(['100%']);
    expect(await namesOf('search=A_B')).toEqual(['a_b']);
  });

  test('has the number of open tickets of each when time is requested', async () => {
    for (const key of ['API-1', 'API-2', 'API-3']) await api('POST', '/tickets', { key, project: 'Public API' });
    await api('POST', '/tickets/API-3/archive', {});
    await create({ name: 'Site' });
    const { body } = await api<ProjectListJson>('GET', '/projects?with_time=true');
    expect(body.projects.map(({ name, open_tickets: open }) => [name, open])).toEqual([
      ['Public API', 2],
      ['Site', 0],
    ]);
    const [first] = body.projects;
    expect((await api<{ project: ProjectJson }>('GET', `/projects/${first?.id}`)).body.project.open_tickets).toBe(2);
    expect((await api<ProjectListJson>('GET', '/projects')).body.projects[0]).not.toHaveProperty('open_tickets');
    const blind = await apiFor(world, ctx, { scopes: ['projects:read', 'timers:read'] });
    const { body: without } = await blind<ProjectListJson>('GET', '/projects?with_time=true');
    expect(without.projects.every((project) => project.time && !('open_tickets' in project))).toBe(true);
  });

  test('shows nothing of another workspace', async () => {
    await create({ name: 'Hers' });
    const elsewhere = await apiFor(world, await world.member());
    expect(await elsewhere('GET', '/projects')).toMatchObject({
      status: 200,
      body: { projects: [], next_cursor: null },
    });
  });
});
