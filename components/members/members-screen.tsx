'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { CreateButton } from '#/components/layout/create-button.tsx';
import { PageHead } from '#/components/layout/page-head.tsx';
import { InvitationList } from '#/components/members/invitation-list.tsx';
import { Invite } from '#/components/members/invite.tsx';
import { MaintenanceSection } from '#/components/members/maintenance-section.tsx';
import type { MemberActions } from '#/components/members/member-actions.ts';
import { MemberList } from '#/components/members/member-list.tsx';
import { TimerStrip } from '#/components/timers/timer-strip.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { ListSkeleton } from '#/components/ui/list/list-skeleton.tsx';
import { TEAM_KEY } from '#/lib/client/http/cache-keys.ts';
import { useLive, useMay, useShortcuts } from '#/lib/client/live/use-live.tsx';
import { invitationsQuery, membersQuery } from '#/lib/client/members/member-queries.ts';
import { counted } from '#/lib/client/time/format-time.ts';

/** The members of the workspace; for admins also invitations, and actions on both. */
export function MembersScreen({ actions }: { actions: MemberActions }) {
  const { http } = useLive();
  const client = useQueryClient();
  const mayManage = useMay('members:manage');
  const mayMaintain = useMay('workspace:manage');
  const members = useQuery(membersQuery(http));
  const invitations = useQuery(invitationsQuery(http, mayManage));
  const [isInviting, setInviting] = useState(false);
  const invite = useCallback(() => setInviting(true), []);
  const refresh = useCallback(() => void client.invalidateQueries({ queryKey: TEAM_KEY }), [client]);
  useShortcuts(useMemo(() => ({ c: mayManage ? invite : undefined }), [mayManage, invite]));
  const list = members.data?.members ?? [];
  return (
    <>
      <PageHead title="Members" facts={list.length > 0 ? counted(list.length, 'person', 'people') : undefined}>
        {mayManage && <CreateButton text="Invite" onClick={invite} />}
        <TimerStrip />
      </PageHead>
      <div className="mx-auto max-w-[1440px] px-4 pt-2 pb-16 md:px-8 md:pt-4">
        {members.data && <MemberList members={list} actions={actions} onChanged={refresh} />}
        {members.isPending && <ListSkeleton noun="members" />}
        {!members.data && members.isError && <ListError noun="members" error={members.error} />}
        {mayManage && members.data && (
          <InvitationList
            query={invitations}
            isAlone={list.length === 1}
            onInvite={invite}
            onRevoke={actions.revokeInvitation}
            onChanged={refresh}
          />
        )}
        {mayMaintain && members.data && (
          <MaintenanceSection members={list} edit={actions.editWorkspace} onChanged={refresh} />
        )}
      </div>
      {isInviting && <Invite action={actions.invite} onInvited={refresh} onClose={() => setInviting(false)} />}
    </>
  );
}
