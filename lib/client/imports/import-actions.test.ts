import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { FetchApi } from '#/lib/client/alarms/alarm-queries.ts';
import type { Http } from '#/lib/client/http/http.ts';
import { ImportActions } from '#/lib/client/imports/import-actions.ts';
import { importQuery } from '#/lib/client/imports/import-queries.ts';
import type { ImportJson } from '#/lib/tracking/imports/import-schemas.ts';
import { eventually } from '#/test/eventually.ts';

const responseOf = (one: Pick<ImportJson, 'id' | 'version' | 'status'>) => ({ import: one, server_time: '' }) as never;

test('an import’s state from before an action does not replace its result', async () => {
  const client = new QueryClient();
  const earlier = Promise.withResolvers<never>();
  const get = vi.fn(() => earlier.promise) satisfies FetchApi;
  const query = importQuery(get, 'one');
  const end = new QueryObserver(client, query).subscribe(() => {});
  expect(get).toHaveBeenCalledOnce();

  const send = vi.fn<Http['send']>().mockResolvedValue(responseOf({ id: 'one', version: 2, status: 'applying' }));
  await new ImportActions(client, { send } as unknown as Http).preview('one', {});
  earlier.resolve(responseOf({ id: 'one', version: 1, status: 'draft' }));
  await eventually(() => expect(client.isFetching()).toBe(0));
  expect(client.getQueryData(query.queryKey)).toMatchObject({ version: 2 });
  end();
});
