import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { fetchApi } from '#/app/_server/page-api.ts';
import { requireActor } from '#/app/_server/require-actor.ts';
import { editWorkspaceAction } from '#/app/(app)/settings/workspace-actions.ts';
import {
  editMemberAction,
  inviteAction,
  removeMemberAction,
  revokeInvitationAction,
  transferOwnershipAction,
} from '#/app/(app)/team/members/member-actions.ts';
import { PageData } from '#/components/layout/page-data.tsx';
import { MembersScreen } from '#/components/members/members-screen.tsx';
import type { MemberListJson } from '#/lib/accounts/memberships/membership-schemas.ts';
import { newQueryClient } from '#/lib/client/http/query-client.ts';
import { everyMember, INVITATIONS_KEY, MEMBERS_KEY } from '#/lib/client/members/member-queries.ts';

export const metadata: Metadata = { title: 'Members' };

export default async function MembersPage() {
  const actor = await requireActor('/team/members');
  const client = newQueryClient();
  // Data that can't be loaded now is requested again by the page itself, which says so.
  await Promise.all([
    client.prefetchQuery({
      queryKey: MEMBERS_KEY,
      queryFn: () => everyMember(async (path) => (await fetchApi(path)) as MemberListJson),
    }),
    actor.scopes.has('members:manage') &&
      client.prefetchQuery({ queryKey: INVITATIONS_KEY, queryFn: () => fetchApi('/invitations') }),
  ]);
  return (
    <PageData state={dehydrate(client)}>
      <MembersScreen
        actions={{
          invite: inviteAction.bind(null, actor.workspaceId),
          revokeInvitation: revokeInvitationAction.bind(null, actor.workspaceId),
          edit: editMemberAction.bind(null, actor.workspaceId),
          remove: removeMemberAction.bind(null, actor.workspaceId),
          transfer: transferOwnershipAction.bind(null, actor.workspaceId),
          editWorkspace: editWorkspaceAction.bind(null, actor.workspaceId),
        }}
      />
    </PageData>
  );
}
