import { hashSecret } from '#/lib/accounts/api-keys/api-key.ts';
import { getMember } from '#/lib/accounts/me/member-query.ts';
import { matchesHash } from '#/lib/accounts/users/password-hash.ts';
import { linkThrottle, openingThrottle } from '#/lib/analytics/report-links/link-throttle.ts';
import { hasExpired, isPass, passOf, type ReportLink } from '#/lib/analytics/report-links/report-link.ts';
import { reportLinkToken, type UnlockReportInput } from '#/lib/analytics/report-links/report-link-schemas.ts';
import { findReportLink, recordOpened } from '#/lib/analytics/report-links/report-link-store.ts';
import type { Actor, Ctx } from '#/lib/context/context.ts';
import { findRights } from '#/lib/context/rights-query.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';
import type { System } from '#/lib/context/system.ts';
import { AppError } from '#/lib/core/errors.ts';

type Working = { link: ReportLink; actor: Actor };
/** A link that may be read: its report, and the permissions and settings of its creator. */
export type OpenedLink = {
  kind: 'open';
  link: ReportLink;
  ctx: Ctx;
  maker: { timeZone: string; dayStartHour: number; weekStart: number };
  now: Date;
};

/**
 * Opens a link, and counts that. Returns null for an unknown, revoked or expired link alike, and for one whose creator
 * has left, is disabled, or may no longer see its time. `pass`: as returned by `unlockReportLink`.
 * @throws AppError 429 `report_link_busy`
 */
export async function openReportLink(
  system: System,
  { token, pass, address = null }: { token: string; pass: string | null; address?: string | null },
): Promise<OpenedLink | { kind: 'locked' } | null> {
  const { db, clock } = system;
  const now = await clock.now(db);
  const working = await findWorking(system, token, now);
  if (!working) return null;
  const { link, actor } = working;
  const { id, passwordHash } = link;
  if (passwordHash !== null && !(pass && isPass({ id, passwordHash }, pass, now))) return { kind: 'locked' };
  if (address) await openingThrottle.consumeAddress(db, address);
  await openingThrottle.consumeAccount(db, id);
  const { user } = await getMember(db, link.workspaceId, link.userId);
  await recordOpened(db, id, now);
  const { dayStartHour, weekStart } = user.settings;
  const maker = { timeZone: user.timeZone, dayStartHour, weekStart };
  return { kind: 'open', link, ctx: { db, clock, actor, requestId: null }, maker, now };
}

/**
 * A pass for a visitor who knows the password. Attempts are counted before the password is verified, so that concurrent
 * guesses count one by one.
 * @throws AppError 403 `link_password_wrong`; 404 `report_link_not_found`; 429 `link_password_throttled`
 */
export async function unlockReportLink(
  system: System,
  { token, password }: UnlockReportInput,
  address: string | null,
): Promise<{ pass: string }> {
  const { db, clock } = system;
  if (address) await linkThrottle.consumeAddress(db, address);
  const now = await clock.now(db);
  const link = (await findWorking(system, token, now))?.link;
  if (!link || link.passwordHash === null) throw linkOver();
  const { id, passwordHash } = link;
  await linkThrottle.consumeAccount(db, id);
  if (!(await matchesHash(passwordHash, password))) throw wrongPassword();
  await linkThrottle.resetAccount(db, id);
  if (address) await linkThrottle.returnAddress(db, address);
  return { pass: passOf({ id, passwordHash }, now) };
}

/** The link with its creator's current permissions. */
async function findWorking({ db }: System, token: string, now: Date): Promise<Working | null> {
  if (!reportLinkToken.safeParse(token).success) return null;
  const link = await findReportLink(db, hashSecret(token));
  if (!link || hasExpired(link, now)) return null;
  const { workspaceId, userId, ofOthers } = link;
  const credential = { kind: 'worker', name: 'report_link' } as const;
  const owner: Actor = { workspaceId, userId, role: 'member', scopes: new Set(), credential };
  const rights = await findRights(db, owner);
  if (!rights) return null;
  const allowed = permissionsOf(rights.role);
  if (ofOthers && !allowed.includes('timers:read_all')) return null;
  // The minimum: it reads a report, and nothing else.
  const scopes = new Set(['timers:read', ...(ofOthers ? ['timers:read_all'] : [])]);
  return { link, actor: { ...owner, role: rights.role, scopes } };
}

function wrongPassword(): AppError {
  return new AppError('link_password_wrong');
}

/** For a guest without a workspace. */
function linkOver(): AppError {
  return new AppError('report_link_not_found');
}
