const TICKET_STATES = ['open', 'archived', 'all'] as const;
const TICKET_SORTS = ['worked', 'tracked', 'key'] as const;

export type TicketState = (typeof TICKET_STATES)[number];
export type TicketSort = (typeof TICKET_SORTS)[number];
/** The view of the list. */
export type TicketView = { search: string; state: TicketState; sort: TicketSort; projectId: string | null };

export const TICKETS_PATH = '/tickets';

const FIRST_VIEW: TicketView = { search: '', state: 'open', sort: 'worked', projectId: null };
const SEARCH_LENGTH = 200;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The view in the query of a URL; unknown values fall back to the defaults. */
export function readTicketView(query: { get(name: string): string | null }): TicketView {
  const projectId = query.get('project') ?? '';
  return {
    search: (query.get('search') ?? '').trim().slice(0, SEARCH_LENGTH),
    state: TICKET_STATES.find((state) => state === query.get('state')) ?? FIRST_VIEW.state,
    sort: TICKET_SORTS.find((sort) => sort === query.get('sort')) ?? FIRST_VIEW.sort,
    projectId: UUID.test(projectId) ? projectId : null,
  };
}

export function ticketsHref({ search, state, sort, projectId }: TicketView): string {
  const query = new URLSearchParams({
    ...(search && { search }),
    ...(state !== FIRST_VIEW.state && { state }),
    ...(sort !== FIRST_VIEW.sort && { sort }),
    ...(projectId && { project: projectId }),
  });
  return query.size > 0 ? `${TICKETS_PATH}?${query}` : TICKETS_PATH;
}

/** The page of one ticket. */
export function ticketHref(key: string): string {
  return `${TICKETS_PATH}/${encodeURIComponent(key)}`;
}

/** Whether the view includes every ticket. */
export function showsAll({ search, state, projectId }: TicketView): boolean {
  return search === '' && projectId === null && state !== 'archived';
}
