import { findPoolerProblems } from '#/lib/db/pooler.ts';
import type { Inspection } from '#/scripts/doctor/check-database.ts';
import { type Finding, failed, ok } from '#/scripts/doctor/finding.ts';

/** Whether web processes can use the pooler, and start; nothing without one. */
export async function checkPooler({ databaseUrl, settings }: Pick<Inspection, 'databaseUrl' | 'settings'>) {
  if (!settings.DATABASE_POOLER_URL) return [];
  const problems = await findPoolerProblems({ ...settings, DATABASE_URL: databaseUrl });
  return problems.length === 0
    ? [ok('pooler', 'leads to this database, with the settings that sessions need')]
    : [bad(problems)];
}

function bad(problems: string[]): Finding {
  return failed('pooler', {
    found: `DATABASE_POOLER_URL ${problems.join('; ')}`,
    means: 'No web process starts with it.',
    todo: 'Set it up as ops/pgbouncer/pgbouncer.ini does, or unset DATABASE_POOLER_URL: then they connect by themselves.',
  });
}
