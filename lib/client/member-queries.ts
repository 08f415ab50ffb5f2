import { queryOptions } from '@tanstack/react-query';
import type { InvitationJson } from '#/lib/accounts/invitations/invitation-schemas.ts';
import type { MemberJson } from '#/lib/accounts/memberships/membership-schemas.ts';
import type { Http } from '#/lib/client/http.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

type MemberListJson = { members: MemberJson[]; server_time: string };
export type InvitationListJson = { invitations: InvitationJson[]; server_time: string };

export const TEAM_KEY = ['team'] as const;
export const MEMBERS_KEY = ['team', 'members'] as const;
export const INVITATIONS_KEY = ['team', 'invitations'] as const;
/** What others run and when they were seen comes by no stream. */
const POLL_MS = 30 * SECOND_MS;

export function membersQuery(http: Http) {
  return queryOptions({
    queryKey: MEMBERS_KEY,
    queryFn: ({ signal }) => http.send<MemberListJson>('/members', { signal }),
    refetchInterval: POLL_MS,
  });
}

/** The open ones, for those who may invite. */
export function invitationsQuery(http: Http, isAllowed: boolean) {
  return queryOptions({
    queryKey: INVITATIONS_KEY,
    queryFn: ({ signal }) => http.send<InvitationListJson>('/invitations', { signal }),
    enabled: isAllowed,
    refetchInterval: POLL_MS,
  });
}
