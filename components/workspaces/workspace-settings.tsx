'use client';

import { AS_DAY, AS_DAYS, AS_LENGTH, AS_WHOLE_DAYS } from '#/components/settings/format-setting-value.ts';
import { SaveStatus } from '#/components/settings/save-status.tsx';
import { useRules, WORKSPACE_RULES } from '#/components/settings/setting-rules.ts';
import { useSaving } from '#/components/settings/use-saving.ts';
import { AS_TEXT, TypedField } from '#/components/ui/form/typed-field.tsx';
import { MaintenanceSwitch } from '#/components/workspaces/maintenance-switch.tsx';
import { OriginsField } from '#/components/workspaces/origins-field.tsx';
import { WorkspaceFacts } from '#/components/workspaces/workspace-facts.tsx';
import type { EditWorkspaceInput, WorkspaceJson } from '#/lib/accounts/workspaces/workspace-schemas.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { UNREACHABLE } from '#/lib/client/http/unreachable.ts';
import { notifyOtherTabs } from '#/lib/client/live/other-tabs.ts';
import { useMay } from '#/lib/client/live/use-live.tsx';

type Props = { workspace: WorkspaceJson; action: (change: EditWorkspaceInput) => Promise<FormOutcome> };

/** The settings of the workspace: editable with permission, else read-only. */
export function WorkspaceSettings({ workspace, action }: Props) {
  const mayManage = useMay('workspace:manage');
  if (!mayManage) return <WorkspaceFacts workspace={workspace} />;
  return <WorkspaceFields workspace={workspace} action={action} />;
}

function WorkspaceFields({ workspace, action }: Props) {
  const edit = async (change: EditWorkspaceInput) => {
    const outcome = await action(change).catch(() => UNREACHABLE);
    if (outcome.ok) notifyOtherTabs();
    return outcome;
  };
  const saving = useSaving(workspace, edit);
  const { shown, save, errorOf } = saving;
  const check = useRules(WORKSPACE_RULES);
  return (
    <div className="grid max-w-[640px] gap-4">
      <TypedField
        {...AS_TEXT}
        label="Workspace name"
        name="workspace_name"
        autoComplete="organization"
        value={shown.name}
        check={check('name')}
        error={errorOf('name')}
        onChange={(name) => save({ name })}
      />
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <TypedField
          {...AS_LENGTH}
          label="Cap"
          name="cap"
          hint="Timers stop automatically after this long"
          value={shown.cap_seconds}
          check={check('cap_seconds')}
          error={errorOf('cap_seconds')}
          onChange={(cap_seconds) => save({ cap_seconds })}
        />
        <TypedField
          {...AS_LENGTH}
          label="Still working?"
          name="nudge"
          hint="Asked after this long"
          value={shown.nudge_seconds}
          check={check('nudge_seconds')}
          error={errorOf('nudge_seconds')}
          onChange={(nudge_seconds) => save({ nudge_seconds })}
        />
        <TypedField
          {...AS_DAYS}
          label="Keep finished alarms"
          name="retention"
          hint="Leave empty for the server’s setting"
          value={shown.retention_days}
          check={check('retention_days')}
          error={errorOf('retention_days')}
          onChange={(retention_days) => save({ retention_days })}
        />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <TypedField
          {...AS_DAY}
          type="date"
          label="Time closed through"
          name="closed_through"
          hint="Members can’t change it anymore; admins can correct it"
          value={shown.closed_through}
          check={check('closed_through')}
          error={errorOf('closed_through')}
          onChange={(closed_through) => save({ closed_through })}
        />
        <TypedField
          {...AS_WHOLE_DAYS}
          label="Grace period"
          name="closing_grace"
          hint="Days close automatically after this many days. They don’t reopen."
          value={shown.closing_grace_days}
          check={check('closing_grace_days')}
          error={errorOf('closing_grace_days')}
          onChange={(closing_grace_days) => save({ closing_grace_days })}
        />
      </div>
      <OriginsField
        origins={shown.allowed_origins}
        check={check('allowed_origins')}
        error={errorOf('allowed_origins')}
        onChange={(allowed_origins) => save({ allowed_origins })}
      />
      <SaveStatus saving={saving} />
      <MaintenanceSwitch workspace={workspace} edit={edit} />
    </div>
  );
}
