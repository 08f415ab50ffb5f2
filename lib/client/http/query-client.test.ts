import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { newQueryClient } from '#/lib/client/http/query-client.ts';

const KEY = ['notifications', 'unread'];

/** A query on the screen, and its requests; the test responds to each. */
function watched() {
  const client = newQueryClient();
  const requests: PromiseWithResolvers<number>[] = [];
  const queryFn = () => {
    const request = Promise.withResolvers<number>();
    requests.push(request);
    return request.promise;
  };
  const observer = new QueryObserver(client, { queryKey: KEY, queryFn, staleTime: Number.POSITIVE_INFINITY });
  observer.subscribe(() => {});
  const settle = async (number: number, respond: (request: PromiseWithResolvers<number>) => void) => {
    const request = requests[number - 1];
    if (!request) throw new Error(`There are ${requests.length} requests, not ${number}.`);
    respond(request);
    await request.promise.catch(() => {});
    await new Promise(setImmediate);
  };
  return { client, requests, settle, shown: () => client.getQueryData(KEY) };
}

describe('the query client', () => {
  it('requests again, after the first response, a query that was invalidated meanwhile', async () => {
    const { client, requests, settle, shown } = watched();
    void client.invalidateQueries({ queryKey: ['notifications'] });
    void client.invalidateQueries({ queryKey: ['notifications'] });
    expect(requests).toHaveLength(1);
    await settle(1, (request) => request.resolve(2));
    expect(shown()).toBe(2);
    expect(requests).toHaveLength(2);
    await settle(2, (request) => request.resolve(3));
    expect(shown()).toBe(3);
    expect(requests).toHaveLength(2);
  });

  it('requests it again also when the first request has failed', async () => {
    const { client, requests, settle, shown } = watched();
    void client.invalidateQueries({ queryKey: KEY });
    await settle(1, (request) => request.reject(new Error('no network')));
    expect(requests).toHaveLength(2);
    await settle(2, (request) => request.reject(new Error('no network')));
    expect(requests).toHaveLength(2);

    void client.invalidateQueries({ queryKey: KEY });
    void client.invalidateQueries({ queryKey: KEY });
    await settle(3, (request) => request.resolve(2));
    expect(requests).toHaveLength(4);
    await settle(4, (request) => request.resolve(3));
    expect(shown()).toBe(3);
    expect(requests).toHaveLength(4);
  });

  it('interrupts a later request, since there is data to show meanwhile', async () => {
    const { client, requests, settle, shown } = watched();
    await settle(1, (request) => request.resolve(1));
    void client.invalidateQueries({ queryKey: KEY });
    void client.invalidateQueries({ queryKey: KEY });
    expect(requests).toHaveLength(3);
    await settle(3, (request) => request.resolve(3));
    await settle(2, (request) => request.resolve(2));
    expect(shown()).toBe(3);
    expect(requests).toHaveLength(3);
  });

  it('does not request again without an invalidation', async () => {
    const { client, requests, settle } = watched();
    void client.invalidateQueries({ queryKey: ['tickets'] });
    await settle(1, (request) => request.resolve(1));
    expect(requests).toHaveLength(1);
  });
});
