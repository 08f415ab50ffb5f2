import { queryOptions } from '@tanstack/react-query';
import type { InvitationJson } from '#/lib/accounts/invitations/invitation-schemas.ts';
import type { MemberJson, MemberListJson } from '#/lib/accounts/memberships/membership-schemas.ts';
import type { Http } from '#/lib/client/http.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

export type InvitationListJson = { invitations: InvitationJson[]; server_time: string };

export const MEMBERS_KEY = ['team', 'members'] as const;
export const INVITATIONS_KEY = ['team', 'invitations'] as const;
/** When others were last seen comes by no stream, and is written down once a minute. */
const POLL_MS = MINUTE_MS;
/** As many as the API answers at once. */
const PAGE = 200;

export function membersQuery(http: Http) {
  return queryOptions({
    queryKey: MEMBERS_KEY,
    queryFn: ({ signal }) => everyMember((path) => http.send(path, { signal })),
    refetchInterval: POLL_MS,
  });
}

/** Everyone, page by page: who works with whom is read from one table. */
export async function everyMember(
  ask: (path: `/${string}`) => Promise<MemberListJson>,
): Promise<{ members: MemberJson[] }> {
  const members: MemberJson[] = [];
  let more = '';
  do {
    const page = await ask(`/members?limit=${PAGE}${more}`);
    members.push(...page.members);
    more = page.next_cursor ? `&cursor=${encodeURIComponent(page.next_cursor)}` : '';
  } while (more);
  return { members };
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
