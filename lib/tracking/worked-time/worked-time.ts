/** What time can be counted for. */
export type WorkedOn = 'ticket' | 'project';

/** One person's time on one ticket or project. `weekMs` is the part since the beginning of the caller's week. */
export type PersonTime = {
  userId: string;
  name: string;
  timeZone: string;
  trackedMs: number;
  weekMs: number;
  /** The number of running timers, by which the figures grow with time. */
  running: number;
  lastWorkedAt: Date;
};

/** Everyone's time on one ticket or project, or only the caller's. */
export type WorkedTime = Omit<PersonTime, 'userId' | 'name' | 'timeZone' | 'lastWorkedAt'> & {
  lastWorkedAt: Date | null;
  /** In descending order of time worked. */
  people: PersonTime[];
};

/** Whose time is counted: everyone's for callers who may read it, else only their own. */
export type WorkedScope = { workspaceId: string; userId: string; of: 'everyone' | 'you' };

export function sumTimes(people: PersonTime[]): WorkedTime {
  const sum = (figure: 'trackedMs' | 'weekMs' | 'running') => people.reduce((total, one) => total + one[figure], 0);
  const latest = people.reduce(
    (at, { lastWorkedAt }) => Math.max(at, lastWorkedAt.getTime()),
    Number.NEGATIVE_INFINITY,
  );
  return {
    trackedMs: sum('trackedMs'),
    weekMs: sum('weekMs'),
    running: sum('running'),
    lastWorkedAt: people.length > 0 ? new Date(latest) : null,
    people: people.toSorted(byTracked),
  };
}

/** Most time worked first; always in the same order, also for equal times. */
function byTracked(left: PersonTime, right: PersonTime): number {
  return right.trackedMs - left.trackedMs || (left.userId < right.userId ? -1 : 1);
}
