import { describe, expect, it, vi } from 'vitest';
import type { ReceiverJson, ReceiverListJson } from '#/lib/alarms/receivers/receiver-schemas.ts';
import type { Http } from '#/lib/client/http/http.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import { newQueryClient } from '#/lib/client/http/query-client.ts';
import { pendingChanges, ReceiverMutations } from '#/lib/client/receivers/receiver-mutations.ts';
import { RECEIVER_LIST_KEY } from '#/lib/client/receivers/receiver-queries.ts';
import { withPending } from '#/lib/client/receivers/receiver-rows.ts';
import { eventually } from '#/test/eventually.ts';

const SERVER_TIME = '2026-11-19T12:00:00.000Z';
const ORIGIN = 'https://hooks.example.com';
const TARGET = { origin: ORIGIN };

const receiver = (part: Partial<ReceiverJson> = {}): ReceiverJson => ({
  id: '0d8e4c1a-0000-4000-8000-000000000001',
  origin: ORIGIN,
  endpoint_id: null,
  paused: false,
  paused_at: null,
  max_per_second: null,
  max_concurrency: null,
  waiting_count: 0,
  in_flight_count: 0,
  created_at: SERVER_TIME,
  updated_at: SERVER_TIME,
  version: 4,
  ...part,
});

/** A server that holds each response until it is released, and rejects requests for another version. */
function setUp(known: ReceiverJson[]) {
  const client = newQueryClient();
  client.setQueryData<ReceiverListJson>(RECEIVER_LIST_KEY, { receivers: known, server_time: SERVER_TIME });
  const held: (() => void)[] = [];
  let [current = null] = known;
  const send = vi.fn(async (_path: string, { method, body, ifMatch }: Parameters<Http['send']>[1] & object) => {
    await new Promise<void>((go) => held.push(go));
    if (current && ifMatch !== current.version) throw new ApiProblem(method === 'POST' ? 409 : 412, {});
    if (method === 'DELETE') current = null;
    else current = { ...(current ?? receiver({ version: 0 })), ...(body as object) };
    if (current) current.version += 1;
    return { receiver: { ...current }, changed: true, server_time: SERVER_TIME };
  });
  const mutations = () => new ReceiverMutations(client, { send } as unknown as Http);
  const listed = () => client.getQueryData<ReceiverListJson>(RECEIVER_LIST_KEY)?.receivers ?? [];
  const shown = () => withPending(listed(), pendingChanges(client));
  /** Releases the next response, once its request is there. */
  const respond = async () => {
    await eventually(() => expect(held.length).toBeGreaterThan(0));
    held.shift()?.();
  };
  const sent = () => send.mock.calls.map(([, { method, body, ifMatch }]) => ({ method, body, ifMatch }));
  return { client, mutations, shown, listed, respond, sent, server: () => current };
}

describe('two changes of a receiver, one right after the other', () => {
  it('are both sent, the second for the version that the first returned', async () => {
    const { mutations, shown, respond, sent, server } = setUp([receiver()]);
    const changes = [
      mutations().change(TARGET, { max_per_second: 5 }),
      mutations().change(TARGET, { max_concurrency: 2 }),
    ];
    expect(shown()).toMatchObject([{ max_per_second: 5, max_concurrency: 2 }]);
    await respond();
    await changes[0];
    expect(sent()).toHaveLength(2);
    expect(shown()).toMatchObject([{ max_per_second: 5, max_concurrency: 2 }]);
    await respond();
    await Promise.all(changes);
    expect(sent().map(({ ifMatch }) => ifMatch)).toEqual([4, 5]);
    expect(server()).toMatchObject({ max_per_second: 5, max_concurrency: 2, version: 6 });
    expect(shown()).toEqual([server()]);
  });

  it('of one without limits create it once', async () => {
    const { mutations, shown, respond, sent, server } = setUp([]);
    const changes = [
      mutations().change(TARGET, { max_per_second: 5 }),
      mutations().change(TARGET, { max_concurrency: 2 }),
    ];
    expect(shown()).toMatchObject([{ origin: ORIGIN, max_per_second: 5, max_concurrency: 2 }]);
    for (let sends = 0; sends < 2; sends += 1) await respond();
    await Promise.all(changes);
    expect(sent().map(({ method }) => method)).toEqual(['POST', 'PATCH']);
    expect(server()).toMatchObject({ max_per_second: 5, max_concurrency: 2 });
    expect(shown()).toEqual([server()]);
  });

  it('when the first removes its limits create it again', async () => {
    const { mutations, respond, sent, server } = setUp([receiver({ max_per_second: 5 })]);
    const changes = [mutations().remove(TARGET), mutations().change(TARGET, { max_concurrency: 2 })];
    for (let sends = 0; sends < 2; sends += 1) await respond();
    await Promise.all(changes);
    expect(sent().map(({ method }) => method)).toEqual(['DELETE', 'POST']);
    expect(server()).toMatchObject({ max_concurrency: 2 });
  });

  it('four changes in a row each use the result of the previous one', async () => {
    const { mutations, respond, sent, shown } = setUp([]);
    const changes = [
      mutations().change(TARGET, { max_per_second: 5 }),
      mutations().remove(TARGET),
      mutations().change(TARGET, { max_concurrency: 2 }),
      mutations().change(TARGET, { max_concurrency: 3 }),
    ];
    for (let sends = 0; sends < changes.length; sends += 1) await respond();
    await Promise.all(changes);
    expect(sent().map(({ method }) => method)).toEqual(['POST', 'DELETE', 'POST', 'PATCH']);
    expect(shown()).toMatchObject([{ max_per_second: null, max_concurrency: 3 }]);
  });

  it('are each rolled back separately when the server rejects one', async () => {
    const { mutations, shown, respond, sent } = setUp([receiver({ version: 4 })]);
    const [first, second] = [
      mutations().change(TARGET, { max_per_second: 5 }),
      mutations().change({ endpoint_id: '0d8e4c1a-0000-4000-8000-000000000002' }, { paused: true }),
    ];
    await respond();
    await first;
    await respond();
    await expect(second).rejects.toMatchObject({ status: 409 });
    expect(shown()).toMatchObject([{ origin: ORIGIN, max_per_second: 5 }]);
    expect(sent()).toHaveLength(2);
  });
});

it('a change for a version that another person has changed since is rejected, and the known state is shown', async () => {
  const { client, mutations, shown, respond, server } = setUp([receiver()]);
  client.setQueryData<ReceiverListJson>(RECEIVER_LIST_KEY, {
    receivers: [receiver({ version: 3 })],
    server_time: SERVER_TIME,
  });
  const change = mutations().change(TARGET, { max_per_second: 5 });
  await respond();
  await expect(change).rejects.toMatchObject({ status: 412 });
  expect(shown()).toMatchObject([{ max_per_second: null }]);
  expect(server()).toMatchObject({ max_per_second: null });
});
