import { isDeepStrictEqual } from 'node:util';
import { requireSession } from '#/lib/accounts/sessions/require-session.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { type Preferences, withDefaults } from '#/lib/notifications/preferences/preferences.ts';
import { preferencesJson, quietOf } from '#/lib/notifications/preferences/preferences-json.ts';
import type { PreferencesInput } from '#/lib/notifications/preferences/preferences-schemas.ts';
import {
  findPreferences,
  lockPreferences,
  savePreferences,
} from '#/lib/notifications/preferences/preferences-store.ts';

/**
 * Replaces the caller's notification preferences; writes nothing when nothing changes.
 * @throws AppError 403 `session_required`: a key acts for a person, it does not decide for them
 */
export function setPreferences(ctx: Ctx, input: PreferencesInput): Promise<Preferences> {
  requireSession(ctx, 'change your notifications');
  return transaction(ctx, async (inner) => {
    const { userId } = inner.actor;
    await lockPreferences(inner.tx, userId);
    const before = await findPreferences(inner.tx, userId);
    const after = withDefaults(input.channels, quietOf(input.quiet_hours));
    if (isDeepStrictEqual(after, before)) return before;
    const now = await inner.clock.now(inner.tx);
    await savePreferences(inner.tx, userId, after, now);
    const data = { before: preferencesJson(before), after: preferencesJson(after) };
    await recordEvent(inner, { type: 'notification.preferences_edited', subjectId: userId, userId, data }, now);
    return after;
  });
}
