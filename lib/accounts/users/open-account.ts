import { joinByInvitation, lockInvitation } from '#/lib/accounts/invitations/join-by-invitation.ts';
import { insertMembership } from '#/lib/accounts/memberships/membership-store.ts';
import { findSignUpRule, signUpClosed } from '#/lib/accounts/users/sign-up-rule.ts';
import type { User } from '#/lib/accounts/users/user.ts';
import { insertUser, lockFirstRun } from '#/lib/accounts/users/user-store.ts';
import { insertWorkspace } from '#/lib/accounts/workspaces/workspace-store.ts';
import type { Actor, Ctx, TxCtx } from '#/lib/context/context.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';
import { newId } from '#/lib/core/ids.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';

export type NewPerson = Omit<User, 'id' | 'settings'> & { passwordHash: string | null };
export type NewAccount = NewPerson & { workspaceName: string };
export type OpenedAccount = { userId: string; workspaceId: string };

/** How the account was created, for the feed. */
export type Origin = 'sign_up' | 'bootstrap' | 'github';

/**
 * The steps for every new account, inside the caller's transaction: one at a time under the first-run lock, rejected
 * when sign-up is closed, then the person, a workspace of their own, and the role of its owner.
 */
export async function openAccount(
  ctx: Omit<TxCtx, 'actor'>,
  account: NewAccount,
  rule: { signUp: 'open' | 'closed'; origin: Origin },
): Promise<OpenedAccount> {
  await lockFirstRun(ctx.tx);
  if ((await findSignUpRule({ db: ctx.tx, signUp: rule.signUp })) === 'closed') throw signUpClosed();
  const opened = { userId: newId(), workspaceId: newId() };
  await insertRows(ctx, account, opened);
  await recordEvent(
    { ...ctx, actor: ownerOf(opened, rule.origin) },
    {
      type: 'account.created',
      subjectId: opened.userId,
      userId: opened.userId,
      data: {
        before: null,
        after: {
          name: account.name,
          time_zone: account.timeZone,
          workspace_name: account.workspaceName,
          role: 'owner',
        },
      },
    },
  );
  return opened;
}

/**
 * The same for an invited person: no workspace of their own, but a membership in the one they are invited to.
 * @throws AppError as `joinByInvitation` does
 */
export async function openInvitedAccount(
  ctx: Omit<TxCtx, 'actor'>,
  person: NewPerson,
  secret: string,
): Promise<OpenedAccount> {
  const invitation = await lockInvitation(ctx, secret);
  const id = newId();
  await insertUser(ctx.tx, { ...person, id, createdAt: await ctx.clock.now(ctx.tx) });
  const credential = { kind: 'worker', name: 'sign_up' } as const;
  const actor = await joinByInvitation(ctx, invitation, { ...person, id, credential });
  const { name, timeZone } = person;
  await recordEvent(
    { ...ctx, actor },
    {
      type: 'account.created',
      subjectId: id,
      userId: id,
      data: { before: null, after: { name, time_zone: timeZone, role: actor.role, invitation_id: invitation.id } },
    },
  );
  return { userId: id, workspaceId: invitation.workspaceId };
}

async function insertRows(ctx: Pick<TxCtx, 'tx' | 'clock'>, account: NewAccount, ids: OpenedAccount): Promise<void> {
  const { workspaceName, ...user } = account;
  const createdAt = await ctx.clock.now(ctx.tx);
  await insertUser(ctx.tx, { ...user, id: ids.userId, createdAt });
  await insertWorkspace(ctx.tx, { id: ids.workspaceId, name: workspaceName, createdAt });
  await insertMembership(ctx.tx, { ...ids, role: 'owner', createdAt });
}

/** The owner of a new account as an actor, with the account's origin. */
export function ownerOf(opened: OpenedAccount, origin: Origin): Actor {
  return {
    ...opened,
    role: 'owner',
    scopes: new Set(permissionsOf('owner')),
    credential: { kind: 'worker', name: origin },
  };
}

/** A context for mutations that run before anyone is authenticated. */
export function systemCtx(system: Pick<Ctx, 'db' | 'clock'>): Omit<Ctx, 'actor'> {
  return { ...system, requestId: null };
}
