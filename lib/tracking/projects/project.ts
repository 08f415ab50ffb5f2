/** What tickets and timers belong to, by a name that is unique in its workspace whatever its case. */
export type Project = { id: string; name: string; createdAt: Date };
