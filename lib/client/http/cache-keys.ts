// Separate from the queries, which every page would load with them: keys that updates make stale.
export const TICKETS_KEY = ['tickets'] as const;
/** Every list on the page of tickets; an object, so that no search of the composer has the same key. */
export const TICKET_LISTS_KEY = [...TICKETS_KEY, { list: {} }] as const;
export const PROJECTS_KEY = ['projects'] as const;
export const NOTIFICATIONS_KEY = ['notifications'] as const;
export const REVIEW_KEY = ['review'] as const;
export const DEAD_LETTERS_KEY = ['dead-letters'] as const;
export const ENDPOINTS_KEY = ['endpoints'] as const;
export const WEEK_STATES_KEY = ['weeks'] as const;
/** Audit log entries since it was read, not those already read. */
export const NEW_EVENTS_KEY = ['new-events'] as const;
export const IMPORTS_KEY = ['imports'] as const;
export const TEAM_KEY = ['team'] as const;
export const REPORTS_KEY = ['reports'] as const;
