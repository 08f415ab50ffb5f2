import { seededRandom } from '#/scripts/demo/random.ts';
import { type Member, TEAM } from '#/scripts/demo/team.ts';
import { planDay, type Session } from '#/scripts/demo/workday.ts';

/** What a member does to the timer of a session, at an instant in milliseconds. */
export type Step = { at: number; member: Member; session: Session; act: 'start' | 'pause' | 'resume' | 'stop' };

const NOON_MS = 43_200_000;

/**
 * Everything the team does up to `now`, in the order of time; sessions that reach `now` keep their state at that
 * instant. `midnightsOf` returns the midnights of a member's days, oldest first. Same seed and days, same story.
 */
export function generateStory(seed: number, midnightsOf: (member: Member) => readonly Date[], now: Date): Step[] {
  return TEAM.flatMap((member, index) => lifeOf(member, seed * 1000 + index, midnightsOf(member)))
    .filter((step) => step.at <= now.getTime())
    .sort((one, other) => one.at - other.at);
}

function lifeOf(member: Member, seed: number, midnights: readonly Date[]): Step[] {
  const random = seededRandom(seed);
  return midnights.flatMap((midnight) => {
    const weekday = new Date(midnight.getTime() + NOON_MS).getUTCDay();
    return planDay(random, member, weekday).flatMap((session) => stepsOf(member, session, midnight));
  });
}

function stepsOf(member: Member, session: Session, midnight: Date): Step[] {
  let at = midnight.getTime() + session.startsMs;
  const steps: Step[] = [{ at, member, session, act: 'start' }];
  for (const [turn, lengthMs] of session.turnsMs.entries()) {
    at += lengthMs;
    const isLast = turn === session.turnsMs.length - 1;
    steps.push({ at, member, session, act: isLast ? 'stop' : turn % 2 === 0 ? 'pause' : 'resume' });
  }
  return steps;
}
