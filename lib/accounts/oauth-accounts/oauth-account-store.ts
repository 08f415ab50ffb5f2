import type { Tx } from '#/lib/db/client.ts';

/** An account at a provider, identified by the provider's permanent id, never by email or login name. */
export type OauthIdentity = { provider: string; providerAccountId: string };

export async function findOauthUserId(tx: Pick<Tx, 'oauthAccount'>, identity: OauthIdentity): Promise<string | null> {
  const row = await tx.oauthAccount.findUnique({
    where: { provider_providerAccountId: identity },
    select: { userId: true },
  });
  return row?.userId ?? null;
}

export async function insertOauthAccount(
  tx: Tx,
  account: OauthIdentity & { userId: string; createdAt: Date },
): Promise<void> {
  await tx.oauthAccount.create({ data: account, select: { userId: true } });
}
