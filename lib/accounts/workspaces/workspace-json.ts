import type { Workspace } from '#/lib/accounts/workspaces/workspace.ts';
import type { WorkspaceJson } from '#/lib/accounts/workspaces/workspace-schemas.ts';

/** A workspace as the API returns it. */
export function workspaceJson(workspace: Workspace): WorkspaceJson {
  return {
    id: workspace.id,
    name: workspace.name,
    role: workspace.role,
    cap_seconds: workspace.capSeconds,
    nudge_seconds: workspace.nudgeSeconds,
    retention_days: workspace.retentionDays,
    allowed_origins: workspace.allowedOrigins,
    timers_disabled_at: workspace.timersDisabledAt?.toISOString() ?? null,
    closed_through: workspace.closedThrough,
    closing_grace_days: workspace.closingGraceDays,
  };
}

/** Its settings as the feed writes them: the same for everyone. */
export function workspaceSettingsJson(workspace: Workspace): Omit<WorkspaceJson, 'id' | 'role'> {
  const { id: _id, role: _role, ...settings } = workspaceJson(workspace);
  return settings;
}
