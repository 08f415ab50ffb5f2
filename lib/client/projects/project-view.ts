import { TICKETS_PATH } from '#/lib/client/tickets/ticket-view.ts';

const PROJECT_STATES = ['open', 'archived', 'all'] as const;

export type ProjectState = (typeof PROJECT_STATES)[number];
/** The view of the list. */
export type ProjectView = { search: string; state: ProjectState };

export const PROJECTS_PATH = '/projects';

const SEARCH_LENGTH = 200;

/** The view in the query of a URL; unknown values fall back to the defaults. */
export function readProjectView(query: { get(name: string): string | null }): ProjectView {
  return {
    search: (query.get('search') ?? '').trim().slice(0, SEARCH_LENGTH),
    state: PROJECT_STATES.find((state) => state === query.get('state')) ?? 'open',
  };
}

export function projectsHref({ search, state }: ProjectView): string {
  const query = new URLSearchParams({ ...(search && { search }), ...(state !== 'open' && { state }) });
  return query.size > 0 ? `${PROJECTS_PATH}?${query}` : PROJECTS_PATH;
}

/** All tickets of one project, including archived ones: its time is theirs. */
export function ticketsOfProjectHref(id: string): string {
  return `${TICKETS_PATH}?${new URLSearchParams({ state: 'all', project: id })}`;
}
