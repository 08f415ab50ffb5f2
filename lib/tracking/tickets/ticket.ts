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
};

export type TicketWithUse = Ticket & {
  /** When the asking person last started a timer on it. */
  lastUsedAt: Date | null;
};

/** As a sync shows it, to everyone alike; archived ones too. */
export type ChangedTicket = Ticket & { updatedAt: Date; archivedAt: Date | null };
