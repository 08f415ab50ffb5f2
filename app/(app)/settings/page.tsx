import type { Metadata } from 'next';
import { createApiKeyAction, revokeApiKeyAction } from '#/app/(app)/settings/api-key-actions.ts';
import { editProfileAction } from '#/app/(app)/settings/edit-profile-action.ts';
import { revokeOtherSessionsAction, revokeSessionAction } from '#/app/(app)/settings/session-actions.ts';
import { ApiKeyList } from '#/components/accounts/api-key-list.tsx';
import { NewApiKey } from '#/components/accounts/new-api-key.tsx';
import { ProfileForm } from '#/components/accounts/profile-form.tsx';
import { SessionList } from '#/components/accounts/session-list.tsx';
import { SettingsNav } from '#/components/accounts/settings-nav.tsx';
import { SettingsSection } from '#/components/accounts/settings-section.tsx';
import { SignOutOthers } from '#/components/accounts/sign-out-others.tsx';
import { listApiKeys } from '#/lib/accounts/api-keys/list-api-keys.ts';
import { requireActor, requireCtx } from '#/lib/accounts/require-actor.ts';
import { permissionsOf } from '#/lib/accounts/roles/role.ts';
import { listSessions } from '#/lib/accounts/sessions/list-sessions.ts';
import { timeZones } from '#/lib/accounts/users/time-zones.ts';

export const metadata: Metadata = { title: 'Settings' };

export default async function SettingsPage() {
  const { actor, user } = await requireActor('/settings');
  const ctx = await requireCtx('/settings');
  const [keys, sessions, now] = await Promise.all([listApiKeys(ctx), listSessions(ctx), ctx.clock.now(ctx.db)]);
  const shared = { now, timeZone: user.timeZone };
  return (
    <div className="grid md:grid-cols-[176px_minmax(0,1fr)]">
      <SettingsNav />
      <div className="min-w-0 px-4 py-6 md:px-8">
        <SettingsSection id="profile" title="Profile" about="Your name as the team sees it, and the zone of your days.">
          <ProfileForm user={user} zones={timeZones()} action={editProfileAction} />
        </SettingsSection>
        <SettingsSection
          id="api-keys"
          title="API keys"
          about="A key is shown once. It acts as you, within its scope."
          action={<NewApiKey scopes={permissionsOf(actor.role)} create={createApiKeyAction} />}
        >
          <ApiKeyList keys={keys} revoke={revokeApiKeyAction} {...shared} />
        </SettingsSection>
        <SettingsSection
          id="sessions"
          title="Sign-ins"
          about="Where you are signed in. End what you do not know."
          action={<SignOutOthers count={sessions.length - 1} action={revokeOtherSessionsAction} />}
        >
          <SessionList sessions={sessions} revoke={revokeSessionAction} {...shared} />
        </SettingsSection>
      </div>
    </div>
  );
}
