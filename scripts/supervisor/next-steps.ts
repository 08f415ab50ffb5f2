import type { SupervisorEnv } from '#/lib/core/env.ts';
import { onServer } from '#/scripts/database/ensure-database.ts';

/** The last lines of a start: the URL, and what to do next. */
export async function nextSteps(settings: SupervisorEnv, databaseUrl: string, flags: { dev: boolean; data: string }) {
  const signIn = (await hasAccount(databaseUrl))
    ? 'Open it and sign in.'
    : 'Open it and create your account: the first one owns the workspace.';
  const advice = settings.DATABASE_URL
    ? 'Ctrl-C stops it.'
    : `Ctrl-C stops it. Your data stays in ${flags.data}; the next start goes on with it.`;
  return ['', `Timer Service is ready:  ${settings.APP_URL}`, '', signIn, advice, ''].join('\n');
}

async function hasAccount(databaseUrl: string): Promise<boolean> {
  const { rows } = await onServer(databaseUrl, (client) => client.query('select exists(select from users) as yes'));
  return rows[0].yes;
}
