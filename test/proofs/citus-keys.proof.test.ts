import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { DeadlineClient } from '#/lib/db/deadline-client.ts';
import { ACROSS_WORKSPACES } from '#/test/citus/across-workspaces.ts';
import { addCitusKeys, DISTRIBUTED } from '#/test/citus/citus-keys.ts';
import { tablesWithout } from '#/test/citus/plan-without.ts';
import { prepareDatabases, testDatabase } from '#/test/database.ts';

// Every database of this process has the keys of ops/citus: the imported files are the unchanged tests of the engine
// and of alarms.
prepareDatabases(addCitusKeys);

/** Statements sent by this product's own connections. The tests' own SQL uses others. */
const sent = new Set<string>();
const { query } = DeadlineClient.prototype;

beforeAll(() => {
  // biome-ignore lint/suspicious/noExplicitAny: like `query` of `pg`, which has eight forms
  DeadlineClient.prototype.query = function (this: DeadlineClient, ...given: any[]): any {
    sent.add(typeof given[0] === 'string' ? given[0] : given[0].text);
    return query.apply(this, given);
  };
});
afterAll(() => {
  DeadlineClient.prototype.query = query;
});

const FILES: Record<string, () => Promise<unknown>> = {
  'lost claims': () => import('#/lib/engine/claim/lost-claims.db.test.ts'),
  bodies: () => import('#/lib/engine/dispatch/bodies.db.test.ts'),
  results: () => import('#/lib/engine/settle/results.db.test.ts'),
  'fencing tokens': () => import('#/lib/engine/settle/fencing-token.db.test.ts'),
  queues: () => import('#/lib/engine/queues/receiver-queues.db.test.ts'),
  holds: () => import('#/lib/engine/hold/hold.db.test.ts'),
  retention: () => import('#/lib/engine/retention/prune-alarms.db.test.ts'),
  'external ids': () => import('#/lib/api/v1/external-id.db.test.ts'),
  changes: () => import('#/lib/api/v1/change-alarm.db.test.ts'),
  aborts: () => import('#/lib/api/v1/abort-alarms.db.test.ts'),
  lists: () => import('#/lib/api/v1/list-alarms.db.test.ts'),
  'dead letters': () => import('#/lib/api/v1/dead-letters.db.test.ts'),
  deliveries: () => import('#/lib/api/v1/deliveries.db.test.ts'),
  schedules: () => import('#/lib/api/v1/schedules.db.test.ts'),
  receivers: () => import('#/lib/api/v1/receivers.db.test.ts'),
};

describe('with the keys of ops/citus,', () => {
  for (const [what, load] of Object.entries(FILES)) {
    describe(what, async () => {
      await load();
    });
  }
});

describe('of the statements sent meanwhile,', () => {
  const tables = new Set(DISTRIBUTED.keys());
  const isOfThem = new RegExp(
    `\\b(?:from|join|into|update|using)\\s+(?:only\\s+)?(?:${[...tables].join('|')})\\b`,
    'i',
  );
  const statements = () => [...sent].filter((text) => isOfThem.test(text) && !/^\s*explain\b/i.test(text));

  test('each finds the rows of a distributed table by their workspace, except those that search across all', async () => {
    const { pool } = await testDatabase(inject('databases').worldTemplate);
    const without: string[] = [];
    const across = new Set<string>();
    for (const text of statements()) {
      const { rows } = await pool.query(`explain (generic_plan, verbose, costs off, format json) ${text}`);
      const found = tablesWithout('workspace_id', tables, rows[0]['QUERY PLAN'][0].Plan);
      if (found.length === 0) continue;
      const exception = ACROSS_WORKSPACES.find(({ says, tables: reads }) => {
        return text.replaceAll(/\s+/g, ' ').includes(says) && found.every((table) => reads.includes(table));
      });
      if (exception) across.add(exception.says);
      else without.push(`${found.join(', ')}: ${text}`);
    }
    expect(statements().length).toBeGreaterThan(50);
    expect(without).toEqual([]);
    // An exception that is no longer needed must be removed from the list.
    expect([...across].sort()).toEqual(ACROSS_WORKSPACES.map(({ says }) => says).sort());
  });
});
