import { type InfiniteData, QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { PROJECTS_KEY } from '#/lib/client/http/cache-keys.ts';
import type { Http } from '#/lib/client/http/http.ts';
import { ApiProblem, NoResponse } from '#/lib/client/http/problem.ts';
import { ProjectMutations } from '#/lib/client/projects/project-mutations.ts';
import type { ProjectJson, ProjectListJson } from '#/lib/tracking/projects/project-schemas.ts';
import { eventually } from '#/test/eventually.ts';

const SERVER_TIME = '2026-11-19T12:00:00.000Z';
const NOW = Date.parse(SERVER_TIME);
const listKey = (state: string) => [...PROJECTS_KEY, { list: { state } }];
const api: ProjectJson = { id: 'api', name: 'Public API', created_at: SERVER_TIME, archived_at: null };

function setUp(...projects: ProjectJson[]) {
  const client = new QueryClient();
  for (const state of ['open', 'archived']) {
    const page = { projects: state === 'open' ? projects : [], next_cursor: null, server_time: SERVER_TIME };
    client.setQueryData(listKey(state), { pages: [page], pageParams: [null] });
  }
  const send = vi.fn<Http['send']>();
  const http = { send } as unknown as Http;
  const shown = (state: string) =>
    client.getQueryData<InfiniteData<ProjectListJson>>(listKey(state))?.pages.flatMap((one) => one.projects);
  return { mutations: new ProjectMutations(client, http), http, client, send, shown };
}

const responseOf = (project: ProjectJson) => ({ project, server_time: SERVER_TIME }) as never;

describe('a project is created', () => {
  it('once, even if it is submitted again after no response, from whatever form', async () => {
    const { mutations, http, client, send } = setUp();
    send.mockRejectedValueOnce(new NoResponse('away'));
    await expect(mutations.create('Public API')).rejects.toThrow('away');
    send.mockResolvedValue(responseOf(api));
    await new ProjectMutations(client, http).create('Public API');
    const [lost, again] = send.mock.calls.map(([, ask]) => ask?.idempotencyKey);
    expect(lost).toBeTruthy();
    expect(again).toBe(lost);
  });

  it('again once the first got a response', async () => {
    const { mutations, send } = setUp();
    send.mockResolvedValue(responseOf(api));
    await mutations.create('Public API');
    await mutations.create('Public API');
    expect(new Set(send.mock.calls.map(([, ask]) => ask?.idempotencyKey)).size).toBe(2);
  });
});

describe('a change of a project', () => {
  it('is shown at once, and rolled back when it is rejected', async () => {
    const { mutations, send, shown } = setUp(api);
    const response = Promise.withResolvers<never>();
    send.mockReturnValue(response.promise);
    const mutation = mutations.archive(api, NOW);
    await eventually(() => expect(send).toHaveBeenCalled());
    expect(shown('open')).toEqual([]);
    response.reject(new ApiProblem(403, { code: 'forbidden' }));
    await expect(mutation).rejects.toMatchObject({ code: 'forbidden' });
    expect(shown('open')).toEqual([api]);
  });

  it('of its name is a PATCH of the name', async () => {
    const { mutations, send, shown } = setUp(api);
    send.mockResolvedValue(responseOf({ ...api, name: 'Edge' }));
    await mutations.rename(api, 'Edge');
    expect(send.mock.calls[0]).toMatchObject(['/projects/api', { method: 'PATCH', body: { name: 'Edge' } }]);
    expect(shown('open')).toMatchObject([{ name: 'Edge' }]);
  });
});
