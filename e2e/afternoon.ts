import type { Work } from '#/e2e/record.ts';
import { test as everyone, newPerson, type Person, signIn, zoneAt } from '#/e2e/support.ts';

const HOUR_MS = 3_600_000;

/** A zone in which it is the middle of the afternoon, so that a day has something to show. */
export const AFTERNOON = zoneAt(14);

/** Someone in the middle of their day, signed in. */
export const test = everyone.extend<{ person: Person }>({
  person: async ({ context }, use) => {
    const person = await newPerson({ timeZone: AFTERNOON });
    await signIn(context, person);
    await use(person);
  },
});

/** Yesterday and today until two hours ago. */
export function workDay(): Work[] {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
  const work: [ticket: string, title: string, from: number, to: number][] = [
    ['WEB-208', 'Calendar drops the last span on DST change', 30, 27],
    ['TEAM-14', 'Stand-up', 27, 26.7],
    ['API-398', 'Idempotency keys for timer start', 26.5, 24.3],
    ['WEB-208', 'Calendar drops the last span on DST change', 6, 4.5],
    ['TEAM-14', 'Stand-up', 4.4, 4.1],
    ['API-398', 'Idempotency keys for timer start', 4, 2.5],
    ['OPS-81', 'Alarm worker lease renewal', 2.4, 2],
  ];
  return work.map(([ticket, title, from, to]) => [ticket, hoursAgo(from), hoursAgo(to), title]);
}
