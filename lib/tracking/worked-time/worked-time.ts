/** What time can be counted for. */
export type WorkedOn = 'ticket' | 'project';

/** One person's time on one thing. `weekMs` is the part since their own week's beginning of who asks. */
export type PersonTime = {
  userId: string;
  name: string;
  timeZone: string;
  trackedMs: number;
  weekMs: number;
  /** How many timers run: by so many times the passing time the figures grow. */
  running: number;
  lastWorkedAt: Date;
};

/** Everybody's time on one thing, or that of who asks alone. */
export type WorkedTime = Omit<PersonTime, 'userId' | 'name' | 'timeZone' | 'lastWorkedAt'> & {
  lastWorkedAt: Date | null;
  /** Who worked most comes first. */
  people: PersonTime[];
};

/** Whose time is counted: everybody's for who may read it, else one's own. */
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

/** Who worked most first; always in the same order, also those who worked equally long. */
function byTracked(left: PersonTime, right: PersonTime): number {
  return right.trackedMs - left.trackedMs || (left.userId < right.userId ? -1 : 1);
}
