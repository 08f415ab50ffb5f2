import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '#/scripts/project.ts';
import { StartError } from '#/scripts/start-error.ts';

/** The roles that one process can run as. */
export const ROLES = ['web', 'worker', 'bridge', 'migrate'] as const;
export type Role = (typeof ROLES)[number];

/**
 * The exit code of a role whose tables are those of a newer version (EX_CONFIG of BSD), on which systemd doesn’t
 * restart it.
 */
export const NEWER_TABLES_CODE = 78;

/** Sets variables that follow from the role itself; one environment file may serve all of them. */
export function prepareRole(role: Role, env: NodeJS.ProcessEnv): void {
  Object.assign(env, { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' });
  if (role === 'bridge') env.BRIDGE = 'only';
  if (role === 'worker' && env.BRIDGE === 'only') {
    throw new StartError(
      'BRIDGE=only makes a worker the bridge. Run the role bridge for that, and set BRIDGE to on or off for workers.',
    );
  }
}

/** Fails with what to do when `npm run build` has not run in this folder. */
export function assertBuilt(role: Exclude<Role, 'migrate'>, root = ROOT): void {
  const needed = ['lib/db/generated/client.ts', ...(role === 'web' ? ['.next/BUILD_ID'] : [])];
  const missing = needed.find((file) => !existsSync(path.join(root, file)));
  if (missing) throw new StartError(`${missing} is missing. Run npm run build in ${root}, and start again.`);
}
