import { type InfiniteData, QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { TICKETS_KEY } from '#/lib/client/http/cache-keys.ts';
import type { Http } from '#/lib/client/http/http.ts';
import { ApiProblem, NoResponse } from '#/lib/client/http/problem.ts';
import { TicketMutations } from '#/lib/client/tickets/ticket-mutations.ts';
import { ticketsKey } from '#/lib/client/tickets/ticket-search-queries.ts';
import type { TicketJson, TicketListJson } from '#/lib/tracking/tickets/ticket-schemas.ts';
import { eventually } from '#/test/eventually.ts';

const SERVER_TIME = '2026-11-19T12:00:00.000Z';
const NOW = Date.parse(SERVER_TIME);
const listKey = (state: string) => [...TICKETS_KEY, { list: { state } }];

function ticketJson(key: string, change: Partial<TicketJson> = {}): TicketJson {
  return {
    id: key,
    key,
    title: 'Rate limiter',
    url: null,
    project: null,
    estimate_seconds: null,
    created_at: SERVER_TIME,
    last_used_at: null,
    archived_at: null,
    pinned_at: null,
    ...change,
  };
}

const first = ticketJson('API-1');
const second = ticketJson('API-2');

function setUp(...tickets: TicketJson[]) {
  const client = new QueryClient();
  const page = { tickets, next_cursor: null, server_time: SERVER_TIME };
  for (const state of ['open', 'archived', 'all']) {
    client.setQueryData(listKey(state), {
      pages: [{ ...page, tickets: state === 'archived' ? [] : tickets }],
      pageParams: [null],
    });
  }
  client.setQueryData(ticketsKey(''), page);
  const send = vi.fn<Http['send']>();
  const http = { send } as unknown as Http;
  const shown = (state: string) =>
    client
      .getQueryData<InfiniteData<TicketListJson>>(listKey(state))
      ?.pages.flatMap((one) => one.tickets.map(({ key }) => key));
  const offered = () => client.getQueryData<TicketListJson>(ticketsKey(''))?.tickets ?? [];
  return { mutations: new TicketMutations(client, http), http, client, send, shown, offered };
}

const responseOf = (ticket: TicketJson) => ({ ticket, server_time: SERVER_TIME }) as never;
const keysOf = (send: ReturnType<typeof setUp>['send']) => send.mock.calls.map(([, ask]) => ask?.idempotencyKey);
const BODY = { key: 'API-3', title: 'Third' };

describe('a ticket is created', () => {
  it('once, even if it is submitted again after no response, from whatever form', async () => {
    const { mutations, http, client, send } = setUp();
    send.mockRejectedValueOnce(new NoResponse('away'));
    await expect(mutations.create(BODY)).rejects.toThrow('away');
    send.mockResolvedValue(responseOf(ticketJson('API-3')));
    await new TicketMutations(client, http).create({ ...BODY });
    expect(new Set(keysOf(send)).size).toBe(1);
  });

  it('again once the first got a response, or when it is another ticket', async () => {
    const { mutations, send } = setUp();
    send.mockResolvedValue(responseOf(ticketJson('API-3')));
    await mutations.create(BODY);
    await mutations.create(BODY);
    send.mockRejectedValueOnce(new NoResponse('away'));
    await expect(mutations.create(BODY)).rejects.toThrow();
    await mutations.create({ ...BODY, title: 'Other words' });
    expect(new Set(keysOf(send)).size).toBe(4);
  });

  it('again after an error: a corrected ticket must not get the response to the rejected one', async () => {
    const { mutations, send } = setUp();
    send.mockRejectedValueOnce(new ApiProblem(409, { code: 'ticket_key_taken' }));
    await expect(mutations.create(BODY)).rejects.toMatchObject({ code: 'ticket_key_taken' });
    send.mockResolvedValue(responseOf(ticketJson('API-3')));
    await mutations.create(BODY);
    expect(new Set(keysOf(send)).size).toBe(2);
  });
});

describe('a change of a ticket is shown at once', () => {
  it('when it is archived: open lists and suggestions no longer contain it', async () => {
    const { mutations, send, shown, offered } = setUp(first, second);
    const response = Promise.withResolvers<never>();
    send.mockReturnValue(response.promise);
    const mutation = mutations.archive(first, NOW);
    await eventually(() => expect(send).toHaveBeenCalled());
    expect([shown('open'), shown('all')]).toEqual([['API-2'], ['API-1', 'API-2']]);
    expect(offered().map(({ key }) => key)).toEqual(['API-2']);
    response.resolve(responseOf({ ...first, archived_at: SERVER_TIME }));
    expect(await mutation).toMatchObject({ archived_at: SERVER_TIME });
    expect(send.mock.calls[0]).toMatchObject(['/tickets/API-1/archive', { method: 'POST', body: {} }]);
  });

  it('a rejected change is rolled back', async () => {
    const { mutations, send, shown, offered } = setUp(first, second);
    send.mockRejectedValue(new ApiProblem(403, { code: 'forbidden' }));
    await expect(mutations.archive(first, NOW)).rejects.toMatchObject({ code: 'forbidden' });
    expect(shown('open')).toEqual(['API-1', 'API-2']);
    expect(offered()).toEqual([first, second]);
  });

  it('when it is pinned: it comes first among suggestions', async () => {
    const { mutations, send, offered } = setUp(first, second);
    send.mockResolvedValue(responseOf({ ...second, pinned_at: SERVER_TIME }));
    await mutations.pin(second, NOW);
    expect(offered().map(({ key }) => key)).toEqual(['API-2', 'API-1']);
  });
});
