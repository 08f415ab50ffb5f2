import type { Db } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

/** The plans of all statements that a query of ours sends with `$queryRaw`, which it gets the rows of too. */
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

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number };

/** How many 8 kB pages all statements touch that a query of ours sends with `$queryRaw`: what load does not change. */
export async function pagesOf(db: Db, query: (sql: never) => Promise<unknown>): Promise<number> {
  let pages = 0;
  const sql = {
    $queryRaw: async (strings: TemplateStringsArray, ...values: unknown[]) => {
      const statement = Prisma.sql(strings, ...values);
      const rows = await db.$queryRaw<{ 'QUERY PLAN': { Plan: Plan }[] }[]>`
        ${Prisma.raw('explain (analyze, buffers, format json)')} ${statement}`;
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan as Plan;
      pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      return db.$queryRaw(statement);
    },
  };
  await query(sql as never);
  return pages;
}
