import { readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';

const FOLDER = path.join(import.meta.dirname, '../../ops/citus');
const KEYS = readFileSync(path.join(FOLDER, '1-keys.sql'), 'utf8');
const DISTRIBUTE = readFileSync(path.join(FOLDER, '2-distribute.sql'), 'utf8');

/** What an operator runs before Citus distributes the tables. */
export async function addCitusKeys(pool: pg.Pool): Promise<void> {
  await pool.query(KEYS);
}

/** The tables that it would distribute, each by its column, and those copied to every node. */
export const DISTRIBUTED = new Map(calls(/create_distributed_table\('(\w+)', '(\w+)'/g));
export const COPIED = new Set(calls(/create_reference_table\('(\w+)'()/g).map(([table]) => table));

function calls(pattern: RegExp): [string, string][] {
  return [...DISTRIBUTE.matchAll(pattern)].map(([, table = '', column = '']) => [table, column]);
}
