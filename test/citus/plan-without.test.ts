import { expect, test } from 'vitest';
import { type PlanNode, tablesWithout } from '#/test/citus/plan-without.ts';

const scan = (relation: string, alias: string, more: object = {}): PlanNode => ({
  'Node Type': 'Index Scan',
  'Relation Name': relation,
  Alias: alias,
  ...more,
});
const without = (plan: PlanNode) => tablesWithout('workspace_id', new Set(['alarms', 'alarm_history']), plan);
const BY_WORKSPACE = { 'Index Cond': '((alarms.id = $1) AND (alarms.workspace_id = $2))' };

test('a table is found by its column if a condition of its scan names it', () => {
  expect(without(scan('alarms', 'alarms', BY_WORKSPACE))).toEqual([]);
  expect(without(scan('alarms', 'alarms', { Filter: '(alarms.id = $1)' }))).toEqual(['alarms']);
});

test('a condition on another alias of the same table does not count', () => {
  const plan = {
    'Node Type': 'Nested Loop',
    Plans: [scan('alarms', 'alarms', BY_WORKSPACE), scan('alarms', 'alarms_1')],
  };
  expect(without(plan)).toEqual(['alarms']);
});

test('a column that is only read, or whose name only ends alike, is no condition', () => {
  expect(without(scan('alarms', 'alarms', { Output: ['alarms.workspace_id'] }))).toEqual(['alarms']);
  expect(without(scan('alarms', 'alarms', { Filter: '(alarms.workspace_id_of = $1)' }))).toEqual(['alarms']);
});

test('a join’s condition counts for the table, and only for the partitions of the table below it', () => {
  const join = (alias: string): PlanNode => ({
    'Node Type': 'Hash Join',
    'Hash Cond': `((${alias}.id = picked.id) AND (${alias}.workspace_id = picked.workspace_id))`,
    Plans: [{ 'Node Type': 'Append', Plans: [scan('alarm_history_20260310', 'alarm_history_18')] }],
  });
  expect(without(join('alarm_history_17'))).toEqual([]);
  expect(without(join('alarms'))).toEqual(['alarm_history']);
  const elsewhere = { 'Node Type': 'Append', Plans: [scan('alarm_history_20260310', 'alarm_history_1')] };
  expect(without({ 'Node Type': 'Result', Plans: [join('alarm_history_17'), elsewhere] })).toEqual(['alarm_history']);
});

test('other tables are left alone', () => {
  expect(without(scan('endpoints', 'endpoints'))).toEqual([]);
});
