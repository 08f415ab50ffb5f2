import { type DehydratedState, dehydrate, hydrate, QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { hydratedData } from '#/lib/client/http/hydrated-data.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';

const KEY = ['tickets'];
const NOON = Date.parse('2026-11-19T12:00:00.000Z');
const here = { deviceErrorMs: 0, isPageLoad: false };

function page(value: string, updatedAt: number): DehydratedState {
  const server = new QueryClient();
  server.setQueryData(KEY, value, { updatedAt });
  return dehydrate(server);
}

function known(value: string, updatedAt: number): QueryClient {
  const client = new QueryClient();
  client.setQueryData(KEY, value, { updatedAt });
  return client;
}

describe('data included in a page', () => {
  it('is requested again when the page may have been prefetched', () => {
    const client = new QueryClient();
    hydrate(client, hydratedData(page('two tickets', NOON), here));
    expect(client.getQueryData(KEY)).toBe('two tickets');
    expect(client.getQueryState(KEY)?.isInvalidated).toBe(true);
  });

  it('is used unchanged when the browser has just loaded the page', () => {
    const client = new QueryClient();
    hydrate(client, hydratedData(page('two tickets', NOON), { ...here, isPageLoad: true }));
    expect(client.getQueryState(KEY)).toMatchObject({ isInvalidated: false, dataUpdatedAt: NOON });
  });

  it('yields to newer data, also on a device whose clock is an hour slow', () => {
    const client = known('three tickets', NOON + 1_000 - HOUR_MS);
    hydrate(client, hydratedData(page('two tickets', NOON), { ...here, deviceErrorMs: -HOUR_MS }));
    expect(client.getQueryData(KEY)).toBe('three tickets');
  });

  it('replaces older data, also on a device whose clock is an hour fast', () => {
    const client = known('two tickets', NOON - 1_000 + HOUR_MS);
    hydrate(client, hydratedData(page('three tickets', NOON), { ...here, deviceErrorMs: HOUR_MS }));
    expect(client.getQueryData(KEY)).toBe('three tickets');
  });

  it('has the server’s timestamp while the device’s clock error is unknown', () => {
    const [query] = hydratedData(page('two tickets', NOON), { ...here, deviceErrorMs: null }).queries;
    expect(query?.state.dataUpdatedAt).toBe(NOON);
  });
});
