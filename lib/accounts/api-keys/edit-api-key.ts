import { type ApiKey, isUsable } from '#/lib/accounts/api-keys/api-key.ts';
import { apiKeyEnded, onlyOwnerChanges } from '#/lib/accounts/api-keys/api-key-errors.ts';
import { apiKeyFacts } from '#/lib/accounts/api-keys/api-key-json.ts';
import {
  expiryPointer,
  ownExpiry,
  rejectLongerThanOwn,
  rejectMoreThanOwn,
  rejectOddExpiry,
  wantedExpiry,
} from '#/lib/accounts/api-keys/api-key-limits.ts';
import type { EditApiKeyInput } from '#/lib/accounts/api-keys/api-key-schemas.ts';
import { saveApiKey } from '#/lib/accounts/api-keys/api-key-store.ts';
import { getLockedApiKey, type WhichApiKey } from '#/lib/accounts/api-keys/lock-api-key.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { scopesWithin } from '#/lib/context/roles/role.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';

/** The key after the change, and whether anything changed. */
export type ApiKeyChange = { key: ApiKey; isChanged: boolean; now: Date };

/**
 * Renames one of the actor's own keys, or changes what it may do and until when. It can't get what the actor does not
 * have: scopes, an expiry after that of the calling key, or more time for scopes that the actor lacks. It keeps what it
 * already has.
 * @throws AppError 400 for an expiry in the past; 403 `not_your_api_key`, `scopes_exceeded`, `expiry_exceeded`; 404;
 * 409 `api_key_ended`; 412 `api_key_version_mismatch`
 */
export async function editApiKey(ctx: Ctx, which: WhichApiKey, input: EditApiKeyInput): Promise<ApiKeyChange> {
  authorize(ctx, 'api_keys:manage');
  return transaction(ctx, async (inner) => {
    const { key: before, role } = await getLockedApiKey(inner, which);
    const now = await inner.clock.now(inner.tx);
    if (before.userId !== inner.actor.userId) throw onlyOwnerChanges();
    if (!isUsable(before, now)) throw apiKeyEnded(before);
    const changes = changesOf(before, input, now);
    const actor = { ...inner.actor, role, scopes: new Set(scopesWithin(role, [...inner.actor.scopes])) };
    await rejectMoreThanAllowed({ ...inner, actor }, before, changes, { now, pointer: expiryPointer(input) });
    if (Object.keys(changes).length === 0) return { key: before, isChanged: false, now };
    const key = await saveApiKey(inner.tx, before.id, changes);
    const data = { before: apiKeyFacts(before), after: apiKeyFacts(key) };
    await recordEvent(inner, { type: 'api_key.edited', subjectId: key.id, userId: key.userId, data });
    return { key, isChanged: true, now };
  });
}

type Changes = Partial<Pick<ApiKey, 'name' | 'scopes' | 'expiresAt'>>;

/** The fields that the input changes. */
function changesOf(before: ApiKey, input: EditApiKeyInput, now: Date): Changes {
  const { name, scopes } = input;
  const expiresAt = wantedExpiry(input, now);
  return {
    ...(name !== undefined && name !== before.name && { name }),
    ...(scopes && !hasSameMembers(scopes, before.scopes) && { scopes }),
    ...(expiresAt !== undefined && expiresAt?.getTime() !== before.expiresAt?.getTime() && { expiresAt }),
  };
}

function hasSameMembers(these: readonly string[], others: readonly string[]): boolean {
  return these.length === others.length && these.every((one) => others.includes(one));
}

async function rejectMoreThanAllowed(
  ctx: TxCtx,
  before: ApiKey,
  changes: Changes,
  { now, pointer }: { now: Date; pointer: string },
): Promise<void> {
  const { scopes = [], expiresAt } = changes;
  rejectMoreThanOwn(
    ctx.actor,
    scopes.filter((scope) => !before.scopes.includes(scope)),
  );
  if (expiresAt === undefined) return;
  rejectOddExpiry(expiresAt, now);
  const isSooner = expiresAt && (!before.expiresAt || expiresAt < before.expiresAt);
  if (isSooner) return;
  rejectLongerThanOwn(await ownExpiry(ctx), expiresAt, pointer);
  // Extending a key counts as granting its scopes again.
  rejectMoreThanOwn(ctx.actor, scopesWithin(ctx.actor.role, changes.scopes ?? before.scopes));
}
