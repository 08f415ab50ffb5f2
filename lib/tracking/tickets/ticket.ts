import type { Project } from '#/lib/tracking/projects/project.ts';

/** What time is spent on. `key` is unique in the workspace whatever its case. */
export type Ticket = {
  id: string;
  key: string;
  title: string;
  url: string | null;
  estimateSeconds: number | null;
  project: Pick<Project, 'id' | 'name'> | null;
  createdAt: Date;
  /** Since then it is not offered for new time; null while it is. */
  archivedAt: Date | null;
};

export type TicketWithUse = Ticket & {
  /** When the asking person last started a timer on it. */
  lastUsedAt: Date | null;
  /** Since when the asking person keeps it at hand; null while they do not. */
  pinnedAt: Date | null;
};

/** As a sync shows it, to everyone alike; archived ones too. */
export type ChangedTicket = Ticket & { updatedAt: Date };

/** A stretch of somebody's work on a ticket; without an end it runs. */
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
