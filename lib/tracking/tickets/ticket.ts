import type { Project } from '#/lib/tracking/projects/project.ts';

/** People record time on tickets. `key` is unique in the workspace in any case. */
export type Ticket = {
  id: string;
  key: string;
  title: string;
  url: string | null;
  estimateSeconds: number | null;
  project: Pick<Project, 'id' | 'name'> | null;
  createdAt: Date;
  /** When it was archived: it is not offered for new time; null while it is active. */
  archivedAt: Date | null;
};

export type TicketWithUse = Ticket & {
  /** When the caller last started a timer on it. */
  lastUsedAt: Date | null;
  /** When the caller pinned it; null if it is not pinned. */
  pinnedAt: Date | null;
};

/** As in a sync, the same for everyone; archived ones too. */
export type ChangedTicket = Ticket & { updatedAt: Date };

/** A stretch of a person's work on a ticket; without an end it is running. */
export type TicketSpan = {
  id: string;
  startedAt: Date;
  endedAt: Date | null;
  timerId: string;
  title: string;
  userId: string;
  name: string;
  timeZone: string;
};
