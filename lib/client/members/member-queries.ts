import { queryOptions } from '@tanstack/react-query';
import type { InvitationJson } from '#/lib/accounts/invitations/invitation-schemas.ts';
import type {
  FormerMemberListJson,
  MemberJson,
  MemberListJson,
} from '#/lib/accounts/memberships/membership-schemas.ts';
import type { Http } from '#/lib/client/http/http.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

export type InvitationListJson = { invitations: InvitationJson[]; server_time: string };

export const MEMBERS_KEY = ['team', 'members'] as const;
const FORMER_MEMBERS_KEY = ['team', 'former-members'] as const;
export const INVITATIONS_KEY = ['team', 'invitations'] as const;
/** Others' last-seen times are not streamed, and are recorded once a minute. */
const POLL_MS = MINUTE_MS;
/** The maximum of the API's page. */
const PAGE = 200;

export function membersQuery(http: Http) {
  return queryOptions({
    queryKey: MEMBERS_KEY,
    queryFn: ({ signal }) => everyMember((path) => http.send(path, { signal })),
    refetchInterval: POLL_MS,
  });
}

/** Everyone, page by page: one table shows who is working on what. */
export function everyMember(get: (path: `/${string}`) => Promise<MemberListJson>): Promise<{ members: MemberJson[] }> {
  return everyPage((page) => get(`/members?${page}`));
}

async function everyPage<M>(
  get: (page: string) => Promise<{ members: M[]; next_cursor: string | null }>,
): Promise<{ members: M[] }> {
  const members: M[] = [];
  let more = '';
  do {
    const page = await get(`limit=${PAGE}${more}`);
    members.push(...page.members);
    more = page.next_cursor ? `&cursor=${encodeURIComponent(page.next_cursor)}` : '';
  } while (more);
  return { members };
}

/** Former members: what they did is shown with their name. */
export function formerMembersQuery(http: Http) {
  return queryOptions({
    queryKey: FORMER_MEMBERS_KEY,
    queryFn: ({ signal }) =>
      everyPage((page) => http.send<FormerMemberListJson>(`/former-members?${page}`, { signal })),
    refetchInterval: POLL_MS,
  });
}

/** The open ones, for people who may invite. */
export function invitationsQuery(http: Http, isAllowed: boolean) {
  return queryOptions({
    queryKey: INVITATIONS_KEY,
    queryFn: ({ signal }) => http.send<InvitationListJson>('/invitations', { signal }),
    enabled: isAllowed,
    refetchInterval: POLL_MS,
  });
}
