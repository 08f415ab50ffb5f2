'use client';

import type { MemberActions } from '#/components/members/member-actions.ts';
import { MaintenanceSwitch } from '#/components/workspaces/maintenance-switch.tsx';
import type { MemberJson } from '#/lib/accounts/memberships/membership-schemas.ts';
import type { EditWorkspaceInput } from '#/lib/accounts/workspaces/workspace-schemas.ts';
import { UNREACHABLE } from '#/lib/client/http/unreachable.ts';
import { notifyOtherTabs } from '#/lib/client/live/other-tabs.ts';
import { useMe } from '#/lib/client/live/use-live.tsx';

type Props = { members: MemberJson[]; edit: MemberActions['editWorkspace']; onChanged: () => void };

/** Disables everyone's timers, next to the list of running ones, and enables them again. */
export function MaintenanceSection({ members, edit, onChanged }: Props) {
  const { workspace } = useMe();
  const change = async (draft: EditWorkspaceInput) => {
    const outcome = await edit(draft).catch(() => UNREACHABLE);
    if (outcome.ok) notifyOtherTabs();
    onChanged();
    return outcome;
  };
  return (
    <section aria-labelledby="everybody" className="mt-8 max-w-[640px]">
      <h2 id="everybody" className="mb-2 font-semibold">
        Everyone’s timers
      </h2>
      <MaintenanceSwitch
        workspace={workspace}
        edit={change}
        running={members.filter(({ running }) => running).length}
      />
    </section>
  );
}
