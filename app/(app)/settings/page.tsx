import type { Metadata } from 'next';
import Link from 'next/link';
import { requireActor, requireCtx } from '#/app/_server/require-actor.ts';
import { createApiKeyAction, editApiKeyAction, revokeApiKeyAction } from '#/app/(app)/settings/api-key-actions.ts';
import {
  createBrokerAction,
  deleteBrokerAction,
  editBrokerAction,
  setBrokerPausedAction,
  testBrokerAction,
} from '#/app/(app)/settings/broker-actions.ts';
import {
  createEndpointAction,
  editEndpointAction,
  removeEndpointAction,
  resendDeliveryAction,
  resendFailedAction,
  rotateEndpointSecretAction,
  testEndpointAction,
  toggleEndpointAction,
} from '#/app/(app)/settings/endpoint-actions.ts';
import {
  changePasswordAction,
  revokeOtherSessionsAction,
  revokeSessionAction,
} from '#/app/(app)/settings/session-actions.ts';
import {
  createTicketSourceAction,
  deleteTicketSourceAction,
  editTicketSourceAction,
  setWorklogsAction,
} from '#/app/(app)/settings/ticket-source-actions.ts';
import { rotateWebhookSecretAction } from '#/app/(app)/settings/webhook-secret-actions.ts';
import { editWorkspaceAction, leaveWorkspaceAction } from '#/app/(app)/settings/workspace-actions.ts';
import { ApiKeyList } from '#/components/api-keys/api-key-list.tsx';
import { NewApiKey } from '#/components/api-keys/new-api-key.tsx';
import { formLinkClass } from '#/components/auth/form-link-class.ts';
import { Brokers } from '#/components/brokers/brokers.tsx';
import { Webhooks } from '#/components/endpoints/webhooks.tsx';
import { PageHead } from '#/components/layout/page-head.tsx';
import { RefreshPrefetched } from '#/components/layout/refresh-prefetched.tsx';
import { SessionList } from '#/components/sessions/session-list.tsx';
import { SignOutOthers } from '#/components/sessions/sign-out-others.tsx';
import { ChangePassword } from '#/components/settings/change-password.tsx';
import { OwnSettings } from '#/components/settings/own-settings.tsx';
import { SettingsNav } from '#/components/settings/settings-nav.tsx';
import { SettingsSection } from '#/components/settings/settings-section.tsx';
import { TicketSources } from '#/components/ticket-sources/ticket-sources.tsx';
import { TimerStrip } from '#/components/timers/timer-strip.tsx';
import { AlarmSecret } from '#/components/webhook-secrets/alarm-secret.tsx';
import { LeaveWorkspace } from '#/components/workspaces/leave-workspace.tsx';
import { WorkspaceSettings } from '#/components/workspaces/workspace-settings.tsx';
import { listApiKeys } from '#/lib/accounts/api-keys/list-api-keys.ts';
import { listSessions } from '#/lib/accounts/sessions/list-sessions.ts';
import { findPasswordEmail } from '#/lib/accounts/users/find-password-email.ts';
import { timeZones } from '#/lib/accounts/users/time-zones.ts';
import { getWorkspace } from '#/lib/accounts/workspaces/get-workspace.ts';
import { workspaceJson } from '#/lib/accounts/workspaces/workspace-json.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';
import { readBridgeSettings, readMailSettings } from '#/lib/core/env.ts';
import { getPreferences } from '#/lib/notifications/preferences/get-preferences.ts';
import { preferencesJson } from '#/lib/notifications/preferences/preferences-json.ts';

/** Actions here apply to the workspace that the page shows, even if the session switches in another tab. */
function endpointActions(workspaceId: string) {
  return {
    create: createEndpointAction.bind(null, workspaceId),
    edit: editEndpointAction.bind(null, workspaceId),
    toggle: toggleEndpointAction.bind(null, workspaceId),
    remove: removeEndpointAction.bind(null, workspaceId),
    test: testEndpointAction.bind(null, workspaceId),
    rotate: rotateEndpointSecretAction.bind(null, workspaceId),
    resend: resendDeliveryAction.bind(null, workspaceId),
    resendFailed: resendFailedAction.bind(null, workspaceId),
  };
}

export const metadata: Metadata = { title: 'Settings' };

export default async function SettingsPage() {
  const actor = await requireActor('/settings');
  const { workspaceId } = actor;
  const ctx = await requireCtx('/settings');
  const [keys, sessions, workspace, preferences, passwordEmail, now] = await Promise.all([
    listApiKeys(ctx),
    listSessions(ctx),
    getWorkspace(ctx),
    getPreferences(ctx),
    findPasswordEmail(ctx),
    ctx.clock.now(ctx.db),
  ]);
  return (
    <>
      <PageHead title="Settings" facts="Changes are saved automatically">
        <TimerStrip />
      </PageHead>
      <RefreshPrefetched madeAt={now.getTime()} />
      <div className="grid md:grid-cols-[176px_minmax(0,1fr)]">
        <SettingsNav />
        <div className="min-w-0 px-4 py-6 md:px-8">
          <OwnSettings
            zones={timeZones()}
            notifications={{ known: preferencesJson(preferences), hasMail: Boolean(readMailSettings().SMTP_URL) }}
          />
          <SettingsSection id="import" title="Import" about="Bring your time from another tracker.">
            <Link href="/import" className={formLinkClass}>
              Import a CSV file
            </Link>
          </SettingsSection>
          <SettingsSection
            id="api-keys"
            title="API keys"
            about="A key is shown once. It acts as you, within its permissions."
            action={
              <NewApiKey scopes={permissionsOf(actor.role)} create={createApiKeyAction.bind(null, workspaceId)} />
            }
          >
            <ApiKeyList
              keys={keys}
              now={now}
              scopes={permissionsOf(actor.role)}
              edit={editApiKeyAction.bind(null, workspaceId)}
              revoke={revokeApiKeyAction.bind(null, workspaceId)}
            />
          </SettingsSection>
          <Webhooks actions={endpointActions(workspaceId)} />
          <AlarmSecret rotate={rotateWebhookSecretAction.bind(null, workspaceId)} />
          <Brokers
            defaultDialect={readBridgeSettings().BRIDGE_DIALECT}
            actions={{
              create: createBrokerAction.bind(null, workspaceId),
              edit: editBrokerAction.bind(null, workspaceId),
              setPaused: setBrokerPausedAction.bind(null, workspaceId),
              remove: deleteBrokerAction.bind(null, workspaceId),
              test: testBrokerAction.bind(null, workspaceId),
            }}
          />
          <TicketSources
            actions={{
              create: createTicketSourceAction.bind(null, workspaceId),
              edit: editTicketSourceAction.bind(null, workspaceId),
              remove: deleteTicketSourceAction.bind(null, workspaceId),
              setWorklogs: setWorklogsAction.bind(null, workspaceId),
            }}
          />
          <SettingsSection
            id="workspace"
            title="Workspace"
            about="Applies to everyone in the workspace. Admins can change it."
          >
            <WorkspaceSettings
              workspace={workspaceJson(workspace)}
              action={editWorkspaceAction.bind(null, workspaceId)}
            />
          </SettingsSection>
          <SettingsSection id="leave" title="Leave" about="Leave this workspace. You keep your account.">
            <LeaveWorkspace action={leaveWorkspaceAction.bind(null, workspaceId)} />
          </SettingsSection>
          <SettingsSection id="password" title="Password" about="Changing it signs out your other devices.">
            {passwordEmail ? (
              <ChangePassword email={passwordEmail} action={changePasswordAction} />
            ) : (
              <p className="text-text-2">You sign in with GitHub, without a password.</p>
            )}
          </SettingsSection>
          <SettingsSection
            id="sessions"
            title="Sign-ins"
            about="Where you’re signed in. Sign out any you don’t recognize."
            action={<SignOutOthers count={sessions.length - 1} action={revokeOtherSessionsAction} />}
          >
            <SessionList sessions={sessions} now={now} revoke={revokeSessionAction} />
          </SettingsSection>
        </div>
      </div>
    </>
  );
}
