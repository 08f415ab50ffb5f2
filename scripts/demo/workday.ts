import type { Random } from '#/scripts/demo/random.ts';
import { type Member, STAND_UP, TAGS, TICKETS } from '#/scripts/demo/team.ts';

const MINUTE_MS = 60_000;

/**
 * One session of a person on one ticket: work and pauses alternating, in milliseconds from the day's local midnight.
 */
export type Session = {
  ticket: { key: string; title: string; project: string };
  tags: string[];
  startsMs: number;
  /** Alternating lengths: work, pause, work, …; always ends with work. */
  turnsMs: number[];
};

/** A believable day: a stand-up, a few tickets one after the other, pauses, lunch. Empty on days off. */
export function planDay(random: Random, member: Member, weekday: number): Session[] {
  const off = weekday === 0 || weekday === 6 ? !random.chance(0.04) : random.chance(0.06);
  if (off) return [];
  const sessions: Session[] = [];
  let at = member.startsAtHour * 60 + random.between(-20, 40);
  const end = at + random.between(430, 560);
  const standUpAt = at + random.between(30, 70);
  const lunchAt = at + random.between(190, 250);
  let lunched = false;
  let stoodUp = false;
  while (at < end) {
    if (!stoodUp && at >= standUpAt) {
      stoodUp = true;
      at = add(sessions, { ticket: STAND_UP, tags: [] }, at, [random.between(9, 18)]);
    } else if (!lunched && at >= lunchAt) {
      lunched = true;
      at += random.between(30, 55);
    } else {
      at = add(sessions, work(random, member), at, turns(random, end - at));
    }
    at += random.chance(0.4) ? 0 : random.between(1, 14);
  }
  return sessions;
}

function work(random: Random, member: Member): Pick<Session, 'ticket' | 'tags'> {
  const mine = TICKETS.filter((ticket) => member.projects.includes(ticket.project));
  return { ticket: random.pick(mine), tags: random.chance(0.35) ? [random.pick(TAGS)] : [] };
}

function turns(random: Random, left: number): number[] {
  const minutes = [Math.min(random.between(22, 95), Math.max(10, left))];
  while (random.chance(0.35) && minutes.length < 5) minutes.push(random.between(3, 20), random.between(10, 50));
  return minutes;
}

/** Puts a session at this minute and returns the minute at which it ends. Seconds are uneven, as people's are. */
function add(sessions: Session[], what: Pick<Session, 'ticket' | 'tags'>, atMinute: number, minutes: number[]): number {
  const startsMs = atMinute * MINUTE_MS + ((atMinute * 7919) % 50) * 1000;
  sessions.push({ ...what, startsMs, turnsMs: minutes.map((length) => length * MINUTE_MS) });
  return atMinute + minutes.reduce((sum, length) => sum + length, 0) + 1;
}
