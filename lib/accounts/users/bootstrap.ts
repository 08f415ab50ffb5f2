import { storeApiKey } from '#/lib/accounts/api-keys/create-api-key.ts';
import { openAccount, ownerOf, systemCtx } from '#/lib/accounts/users/open-account.ts';
import { hashPassword } from '#/lib/accounts/users/password-hash.ts';
import { type CreateAccountInput, createAccountInput } from '#/lib/accounts/users/user-schemas.ts';
import { hasUsers, lockFirstRun } from '#/lib/accounts/users/user-store.ts';
import { PERMISSIONS } from '#/lib/context/roles/role.ts';
import type { System } from '#/lib/context/system.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { type Env, SettingsError } from '#/lib/core/env.ts';

type Settings = Pick<Env, 'BOOTSTRAP_EMAIL' | 'BOOTSTRAP_PASSWORD' | 'BOOTSTRAP_WORKSPACE' | 'BOOTSTRAP_API_KEY'>;

/**
 * Unattended set-up: on a server without accounts, creates the first owner, their workspace and an all-scopes key with
 * exactly the given value. Does nothing without the settings, or once anyone has an account, whatever the settings. Any
 * number of processes may call it at once. Throws `SettingsError` for settings that cannot be used.
 */
export async function bootstrap(system: System, env: Settings): Promise<{ created: boolean }> {
  if (!env.BOOTSTRAP_EMAIL || (await hasUsers(system.db))) return { created: false };
  const owner = ownerFrom(env);
  const passwordHash = await hashPassword(owner.password);
  return transaction(systemCtx(system), async (ctx) => {
    await lockFirstRun(ctx.tx);
    if (await hasUsers(ctx.tx)) return { created: false };
    const { name, email, workspace_name: workspaceName = name, time_zone: timeZone } = owner;
    const account = { name, email, timeZone, workspaceName, passwordHash };
    const opened = await openAccount(ctx, account, { signUp: 'closed', origin: 'bootstrap' });
    const asOwner = { ...ctx, actor: ownerOf(opened, 'bootstrap') };
    const input = { name: 'bootstrap', scopes: [...PERMISSIONS], expiresAt: null };
    if (env.BOOTSTRAP_API_KEY) await storeApiKey(asOwner, input, { secret: env.BOOTSTRAP_API_KEY, prefix: '' });
    return { created: true };
  });
}

function ownerFrom(env: Settings): CreateAccountInput {
  const names = {
    email: 'BOOTSTRAP_EMAIL',
    password: 'BOOTSTRAP_PASSWORD',
    workspace_name: 'BOOTSTRAP_WORKSPACE',
  } as const;
  const parsed = createAccountInput.safeParse({
    email: env.BOOTSTRAP_EMAIL,
    password: env.BOOTSTRAP_PASSWORD,
    workspace_name: env.BOOTSTRAP_WORKSPACE,
    name: env.BOOTSTRAP_EMAIL?.split('@', 1)[0],
    time_zone: 'UTC',
  });
  if (parsed.success) return parsed.data;
  throw new SettingsError(
    parsed.error.issues.map((issue) => `${names[issue.path[0] as keyof typeof names]}: ${issue.message}`),
  );
}
