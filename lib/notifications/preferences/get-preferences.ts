import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import type { Preferences } from '#/lib/notifications/preferences/preferences.ts';
import { findPreferences } from '#/lib/notifications/preferences/preferences-store.ts';

/** The caller's notification preferences. @throws AppError 403 */
export async function getPreferences(ctx: Ctx): Promise<Preferences> {
  authorize(ctx, 'notifications:read');
  return findPreferences(ctx.db, ctx.actor.userId);
}
