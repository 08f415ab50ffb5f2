import { insertMembership } from '#/lib/accounts/memberships/membership-store.ts';
import { hashPassword } from '#/lib/accounts/users/password-hash.ts';
import { insertUser } from '#/lib/accounts/users/user-store.ts';
import { insertWorkspace } from '#/lib/accounts/workspaces/workspace-store.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';
import { transaction } from '#/lib/context/transaction.ts';
import type { Clock } from '#/lib/core/clock.ts';
import { newId } from '#/lib/core/ids.ts';
import type { Db, Tx } from '#/lib/db/client.ts';
import { createTicket } from '#/lib/tracking/tickets/create-ticket.ts';
import { pauseTimer } from '#/lib/tracking/timers/pause-timer.ts';
import { resumeTimer } from '#/lib/tracking/timers/resume-timer.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { stopTimer } from '#/lib/tracking/timers/stop-timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { generateStory, type Step } from '#/scripts/demo/story.ts';
import { type Member, STAND_UP, TEAM, TICKETS } from '#/scripts/demo/team.ts';
import type { Session } from '#/scripts/demo/workday.ts';

export type DemoOptions = { seed: number; days: number; now: Date; password: string };
type SystemTx = Omit<TxCtx, 'actor'>;

/** For slow machines; it takes about half a minute. */
const TIMEOUT_MS = 900_000;

/**
 * Plays the story and returns how many sessions it has. Uses the same verbs as people do, with a clock that follows the
 * story, all in one transaction: caps of months ago are long due, and a worker that saw a timer in the middle of its
 * session would complete it.
 * @throws AppError `email_taken` when the demo exists already
 */
export async function playDemo(db: Db, { seed, days, now, password }: DemoOptions): Promise<number> {
  const midnights = new Map<Member, Date[]>();
  for (const member of TEAM) midnights.set(member, await localMidnights(db, now, days, member.timeZone));
  const story = generateStory(seed, (member) => midnights.get(member) ?? [], now);
  const passwordHash = await hashPassword(password);
  const clock = new StoryClock(Math.min(...[...midnights.values()].flat().map(Number)));
  const play = async (ctx: SystemTx) => {
    const members = await gather(ctx, passwordHash);
    await addTickets(members.get(TEAM[0]) as Ctx);
    const timerIds = new Map<Session, string>();
    for (const step of story) {
      clock.at = step.at;
      await perform(members.get(step.member) as Ctx, step, timerIds);
    }
    // This process ends now; readers of the feed poll once a second anyway.
    ctx.afterCommit.clear();
    return timerIds.size;
  };
  return transaction({ db, clock, requestId: null }, play, { timeoutMs: TIMEOUT_MS });
}

/** Makes the workspace and its members, and returns the contexts their verbs run in. */
async function gather(ctx: SystemTx, passwordHash: string): Promise<Map<Member, Ctx>> {
  const createdAt = await ctx.clock.now(ctx.tx);
  const workspaceId = newId();
  await insertWorkspace(ctx.tx, { id: workspaceId, name: 'Demo', createdAt });
  const members = new Map<Member, Ctx>();
  for (const member of TEAM) {
    const { name, email, timeZone, role } = member;
    const userId = newId();
    await insertUser(ctx.tx, { id: userId, name, email, timeZone, passwordHash, createdAt });
    await insertMembership(ctx.tx, { workspaceId, userId, role, createdAt });
    const scopes = new Set(permissionsOf(role));
    const credential = { kind: 'worker', name: 'demo' } as const;
    members.set(member, { ...ctx, actor: { userId, workspaceId, role, scopes, credential } });
  }
  return members;
}

async function addTickets(owner: Ctx): Promise<void> {
  for (const ticket of [...TICKETS, STAND_UP]) await createTicket(owner, ticket);
}

async function perform(ctx: Ctx, { act, session }: Step, timerIds: Map<Session, string>): Promise<void> {
  const { ticket, tags } = session;
  if (act === 'start') {
    const { timer } = await startTimer(ctx, startTimerInput.parse({ ticket_key: ticket.key, tags }));
    timerIds.set(session, timer.id);
    return;
  }
  const target = { id: timerIds.get(session) ?? '', ifMatch: null };
  if (act === 'pause') await pauseTimer(ctx, target);
  else if (act === 'resume') await resumeTimer(ctx, target, { on_conflict: 'reject' });
  else await stopTimer(ctx, target);
}

/** Midnights of today and of this many days before, in a time zone, oldest first. */
async function localMidnights(tx: Pick<Tx, '$queryRaw'>, now: Date, days: number, timeZone: string): Promise<Date[]> {
  const rows = await tx.$queryRaw<{ at: Date }[]>`
    select (date_trunc('day', ${now}::timestamptz at time zone ${timeZone}) - make_interval(days => ago))
             at time zone ${timeZone} as at
    from generate_series(${days}::int, 0, -1) as ago order by ago desc`;
  return rows.map((row) => row.at);
}

/** The current instant of the story. */
class StoryClock implements Clock {
  at: number;

  constructor(start: number) {
    this.at = start;
  }

  async now(): Promise<Date> {
    return new Date(this.at);
  }
}
