import type { Actor, Ctx } from '#/lib/accounts/context.ts';
import { insertMembership } from '#/lib/accounts/memberships/membership-store.ts';
import { permissionsOf } from '#/lib/accounts/roles/role.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { hashPassword } from '#/lib/accounts/users/password-hash.ts';
import { insertUser } from '#/lib/accounts/users/user-store.ts';
import { insertWorkspace } from '#/lib/accounts/workspaces/workspace-store.ts';
import type { Clock } from '#/lib/core/clock.ts';
import { newId } from '#/lib/core/ids.ts';
import { connect, type Db } from '#/lib/db/client.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { pauseTimer } from '#/lib/tracking/timers/pause-timer.ts';
import { resumeTimer } from '#/lib/tracking/timers/resume-timer.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { stopTimer } from '#/lib/tracking/timers/stop-timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-schemas.ts';
import { seededRandom } from '#/scripts/demo/random.ts';
import { TEAM } from '#/scripts/demo/team.ts';
import { planDay, type Session } from '#/scripts/demo/workday.ts';
import { StartError } from '#/scripts/start-error.ts';

const DAYS = 92;
const DAY_MS = 86_400_000;
const PASSWORD = 'demo-timer-service';
const CONNECTIONS = 8;

type Member = (typeof TEAM)[number];

/**
 * `npm run demo [seed]`: a workspace of four with three months of work up to now, made by the same verbs that people
 * use, under a clock that stands where each story says. Same seed and day, same story.
 */
export default async function fillDemo([seed = '1']: string[]): Promise<void> {
  const db = connect(process.env.DATABASE_URL ?? '', CONNECTIONS);
  const now = await databaseClock.now(db);
  const owner = TEAM[0] as Member;
  if (await db.user.findUnique({ where: { email: owner.email }, select: { id: true } })) {
    throw new StartError('The demo is there already. To make it anew: npm run db:reset, then npm run demo.');
  }
  const workspaceId = await makeWorkspace(db, new Date(now.getTime() - DAYS * DAY_MS));
  const counts = await Promise.all(
    TEAM.map((member, index) => live(db, workspaceId, member, seededRandom(Number(seed) * 1000 + index), now)),
  );
  await db.$disconnect();
  console.log(`${counts.reduce((sum, count) => sum + count, 0)} sessions of ${TEAM.length} members over ${DAYS} days.`);
  console.log(`Sign in as ${owner.email} with the password ${PASSWORD}`);
}

async function makeWorkspace(db: Db, createdAt: Date): Promise<string> {
  const id = newId();
  await db.$transaction((tx) => insertWorkspace(tx, { id, name: 'Demo', createdAt }));
  return id;
}

/** One member's three months, day by day; answers how many sessions. */
async function live(
  db: Db,
  workspaceId: string,
  member: Member,
  random: ReturnType<typeof seededRandom>,
  now: Date,
): Promise<number> {
  const clock = new StoryClock();
  const ctx = await join(db, clock, workspaceId, member, new Date(now.getTime() - DAYS * DAY_MS));
  let count = 0;
  for (let ago = DAYS; ago >= 0; ago -= 1) {
    const midnight = await localMidnight(db, now, ago, member.timeZone);
    const weekday = new Date(midnight.getTime() + DAY_MS / 2).getUTCDay();
    for (const session of planDay(random, member, weekday)) {
      const startsAt = midnight.getTime() + session.startsMs;
      if (startsAt > now.getTime()) return count;
      await work(ctx, clock, session, startsAt, now.getTime());
      count += 1;
    }
  }
  return count;
}

/** Plays a session; one that reaches now is left running or paused, as it would be. */
async function work(ctx: Ctx, clock: StoryClock, session: Session, startsAt: number, now: number): Promise<void> {
  clock.at = startsAt;
  const { ticket, tags } = session;
  const { timer } = await startTimer(
    ctx,
    startTimerInput.parse({
      ticket_key: ticket.key,
      title: ticket.title,
      project: ticket.project,
      create_ticket: true,
      tags,
      on_conflict: 'switch',
    }),
  );
  const target = { id: timer.id, ifMatch: null };
  for (const [turn, lengthMs] of session.turnsMs.entries()) {
    clock.at += lengthMs;
    if (clock.at > now) return;
    const isLast = turn === session.turnsMs.length - 1;
    if (isLast) await stopTimer(ctx, target);
    else if (turn % 2 === 0) await pauseTimer(ctx, target);
    else await resumeTimer(ctx, target, { on_conflict: 'switch' });
  }
}

async function join(db: Db, clock: Clock, workspaceId: string, member: Member, createdAt: Date): Promise<Ctx> {
  const userId = newId();
  const passwordHash = await hashPassword(PASSWORD);
  const actor: Actor = {
    userId,
    workspaceId,
    role: member.role,
    scopes: new Set(permissionsOf(member.role)),
    credential: { kind: 'worker', name: 'demo' },
  };
  const { name, email, timeZone, role } = member;
  await transaction({ db, clock, requestId: null }, async ({ tx }) => {
    await insertUser(tx, { id: userId, name, email, timeZone, passwordHash, createdAt });
    await insertMembership(tx, { workspaceId, userId, role, createdAt });
  });
  return { db, clock, actor, requestId: null };
}

async function localMidnight(db: Db, now: Date, daysAgo: number, timeZone: string): Promise<Date> {
  const rows = await db.$queryRaw<{ at: Date }[]>`
    select (date_trunc('day', ${now}::timestamptz at time zone ${timeZone}) - make_interval(days => ${daysAgo}))
             at time zone ${timeZone} as at`;
  return (rows[0] as { at: Date }).at;
}

/** Stands where the story has got to. */
class StoryClock implements Clock {
  at = 0;

  async now(): Promise<Date> {
    return new Date(this.at);
  }
}
