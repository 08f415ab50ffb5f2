import type { Prisma } from '#/lib/db/generated/client.ts';
import type { TimerFacts } from '#/lib/tracking/corrections/correction.ts';

/** Facts of a timer as stored in a column: instants are text there. */
export function storedFacts(facts: TimerFacts): Prisma.InputJsonValue {
  return JSON.parse(JSON.stringify(facts)) as Prisma.InputJsonValue;
}

const INSTANTS = new Set(['startedAt', 'endedAt', 'dueAt', 'frozenAt']);

/** Facts as written by `storedFacts`. */
export function factsFrom(stored: unknown): TimerFacts {
  return JSON.parse(JSON.stringify(stored), (name, value) =>
    INSTANTS.has(name) && typeof value === 'string' ? new Date(value) : value,
  ) as TimerFacts;
}
