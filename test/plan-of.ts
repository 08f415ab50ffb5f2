import type { Db } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

/** The plans of all statements that one of our queries sends with `$queryRaw`; the query gets its rows as well. */
export async function planOf(db: Db, query: (sql: never) => Promise<unknown>): Promise<string> {
  const plans: string[] = [];
  const sql = {
    $queryRaw: async (strings: TemplateStringsArray, ...values: unknown[]) => {
      const statement = Prisma.sql(strings, ...values);
      const rows = await db.$queryRaw<Record<string, string>[]>`${Prisma.raw('explain (costs off)')} ${statement}`;
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return db.$queryRaw(statement);
    },
  };
  await query(sql as never);
  return plans.join('\n');
}

type Plan = {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Relation Name'?: string;
  'Actual Loops': number;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
};

/**
 * How many 8 kB pages are read by all statements that one of our queries sends with `$queryRaw`: independent of load.
 */
export function pagesOf(db: Db, query: (sql: never) => Promise<unknown>): Promise<number> {
  return measured(db, query, (plan) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']);
}

/**
 * How many rows of tables they read, needed or not; unlike pages, this distinguishes a small table's scan from a few
 * index lookups.
 */
export function rowsOf(db: Db, query: (sql: never) => Promise<unknown>): Promise<number> {
  return measured(db, query, rowsRead);
}

function rowsRead(plan: Plan): number {
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const own = plan['Relation Name'] ? plan['Actual Loops'] * (plan['Actual Rows'] + removed) : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part), own);
}

async function measured(
  db: Db,
  query: (sql: never) => Promise<unknown>,
  measure: (plan: Plan) => number,
): Promise<number> {
  let sum = 0;
  const sql = {
    $queryRaw: async (strings: TemplateStringsArray, ...values: unknown[]) => {
      const statement = Prisma.sql(strings, ...values);
      const rows = await db.$queryRaw<{ 'QUERY PLAN': { Plan: Plan }[] }[]>`
        ${Prisma.raw('explain (analyze, buffers, format json)')} ${statement}`;
      sum += measure(rows[0]?.['QUERY PLAN'][0]?.Plan as Plan);
      return db.$queryRaw(statement);
    },
  };
  await query(sql as never);
  return Math.round(sum);
}
