/** Groups tickets and timers, with a name that is unique in its workspace in any case. */
export type Project = {
  id: string;
  name: string;
  createdAt: Date;
  /** When it was archived: it is not offered for new time, and its name is free; null while it is active. */
  archivedAt: Date | null;
};

/** As in a sync; archived ones too. */
export type ChangedProject = Project & { updatedAt: Date };
