/** What tickets and timers belong to, by a name that is unique in its workspace whatever its case. */
export type Project = {
  id: string;
  name: string;
  createdAt: Date;
  /** Since then it is not offered for new time, and its name is free; null while it is. */
  archivedAt: Date | null;
};

/** As a sync shows it; archived ones too. */
export type ChangedProject = Project & { updatedAt: Date };
