import type { Metadata } from 'next';
import { createApiKeyAction, revokeApiKeyAction } from '#/app/(app)/settings/api-key-actions.ts';
import {
  createEndpointAction,
  editEndpointAction,
  removeEndpointAction,
  replayDeliveryAction,
  replayFailedAction,
  rotateEndpointSecretAction,
  testEndpointAction,
  turnEndpointAction,
} from '#/app/(app)/settings/endpoint-actions.ts';
import { revokeOtherSessionsAction, revokeSessionAction } from '#/app/(app)/settings/session-actions.ts';
import { editWorkspaceAction, leaveWorkspaceAction } from '#/app/(app)/settings/workspace-actions.ts';
import { ApiKeyList } from '#/components/accounts/api-key-list.tsx';
import { LeaveWorkspace } from '#/components/accounts/leave-workspace.tsx';
import { NewApiKey } from '#/components/accounts/new-api-key.tsx';
import { OwnSettings } from '#/components/accounts/own-settings.tsx';
import { SessionList } from '#/components/accounts/session-list.tsx';
import { SettingsNav } from '#/components/accounts/settings-nav.tsx';
import { SettingsSection } from '#/components/accounts/settings-section.tsx';
import { SignOutOthers } from '#/components/accounts/sign-out-others.tsx';
import { WorkspaceSettings } from '#/components/accounts/workspace-settings.tsx';
import { Webhooks } from '#/components/endpoints/webhooks.tsx';
import { listApiKeys } from '#/lib/accounts/api-keys/list-api-keys.ts';
import { requireActor, requireCtx } from '#/lib/accounts/require-actor.ts';
import { permissionsOf } from '#/lib/accounts/roles/role.ts';
import { listSessions } from '#/lib/accounts/sessions/list-sessions.ts';
import { timeZones } from '#/lib/accounts/users/time-zones.ts';
import { getWorkspace } from '#/lib/accounts/workspaces/get-workspace.ts';
import { workspaceJson } from '#/lib/accounts/workspaces/workspace-json.ts';

const ENDPOINT_ACTIONS = {
  create: createEndpointAction,
  edit: editEndpointAction,
  turn: turnEndpointAction,
  remove: removeEndpointAction,
  test: testEndpointAction,
  rotate: rotateEndpointSecretAction,
  replay: replayDeliveryAction,
  replayFailed: replayFailedAction,
};

export const metadata: Metadata = { title: 'Settings' };

export default async function SettingsPage() {
  const { actor } = await requireActor('/settings');
  const ctx = await requireCtx('/settings');
  const [keys, sessions, workspace, now] = await Promise.all([
    listApiKeys(ctx),
    listSessions(ctx),
    getWorkspace(ctx),
    ctx.clock.now(ctx.db),
  ]);
  return (
    <div className="grid md:grid-cols-[176px_minmax(0,1fr)]">
      <SettingsNav />
      <div className="min-w-0 px-4 py-6 md:px-8">
        <OwnSettings zones={timeZones()} />
        <SettingsSection
          id="api-keys"
          title="API keys"
          about="A key is shown once. It acts as you, within its scope."
          action={<NewApiKey scopes={permissionsOf(actor.role)} create={createApiKeyAction} />}
        >
          <ApiKeyList keys={keys} now={now} revoke={revokeApiKeyAction} />
        </SettingsSection>
        <Webhooks actions={ENDPOINT_ACTIONS} />
        <SettingsSection id="workspace" title="Workspace" about="Holds for everyone in it. Admins can change it.">
          <WorkspaceSettings workspace={workspaceJson(workspace)} action={editWorkspaceAction} />
        </SettingsSection>
        <SettingsSection id="leave" title="Leave" about="Out of this workspace; your account stays.">
          <LeaveWorkspace action={leaveWorkspaceAction} />
        </SettingsSection>
        <SettingsSection
          id="sessions"
          title="Sign-ins"
          about="Where you are signed in. End what you do not know."
          action={<SignOutOthers count={sessions.length - 1} action={revokeOtherSessionsAction} />}
        >
          <SessionList sessions={sessions} now={now} revoke={revokeSessionAction} />
        </SettingsSection>
      </div>
    </div>
  );
}
