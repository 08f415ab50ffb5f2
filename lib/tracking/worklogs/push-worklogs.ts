import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { log } from '#/lib/core/log.ts';
import { listDueSessions } from '#/lib/tracking/worklogs/due-sessions-query.ts';
import { pauseWorklogs } from '#/lib/tracking/worklogs/pause-worklogs.ts';
import { findPushedSession } from '#/lib/tracking/worklogs/session-days-query.ts';
import { type Concluded, settledOf } from '#/lib/tracking/worklogs/settled.ts';
import type { Outcome, Tracker, TrackerCalls } from '#/lib/tracking/worklogs/tracker.ts';
import { trackerOf } from '#/lib/tracking/worklogs/tracker-of.ts';
import {
  type DesiredWorklog,
  desiredWorklogs,
  isClaimed,
  nextAction,
  type SessionName,
  type Worklog,
  type WorklogAction,
  type WorklogSettings,
} from '#/lib/tracking/worklogs/worklog.ts';
import {
  claimWorklog,
  deleteChanges,
  deleteWorklog,
  endRemovals,
  listChanges,
  listWorklogs,
  lockSession,
  lockWorklogSettingsForShare,
  saveWaitUntil,
  settleWorklog,
} from '#/lib/tracking/worklogs/worklog-store.ts';

/** Changes within this time are pushed as one. */
const DEBOUNCE_MS = 30 * SECOND_MS;
/** Per source in one pass; the next pass continues. */
const SESSIONS_PER_TURN = 200;
/** A slow tracker does not delay the others. */
const SOURCES_AT_ONCE = 4;
/** How long one source may take in one pass; the next pass continues. */
const SOURCE_TURN_MS = MINUTE_MS;
/** A tracker that did not respond is not called for this long, whichever session is next. */
const REST_MS = MINUTE_MS;
/** Together with the request's own timeout, well within the time after which a claim counts as a dead worker's. */
const SEND_WITHIN_MS = 30 * SECOND_MS;
const SENT_TOO_LATE = 'The worker was held up before it could send this.';
const CANNOT_READ_TOKEN = 'The token can’t be read: AUTH_SECRET has changed. Enter the token again.';

type System = Omit<Ctx, 'actor'>;
type Request = Exclude<WorklogAction, { kind: 'forget' }>;
type Claimed = {
  tracker: Tracker;
  claim: string;
  claimedAt: Date;
  action: Request;
  wanted: DesiredWorklog | null;
  known: Worklog | null;
};

/**
 * Updates the worklogs at trackers for sessions that have changed, and returns how many requests it made. Any number of
 * workers may run this at once: each request is claimed in a separate transaction before it is sent, and other workers
 * leave a request in flight alone until it must have ended. A worklog whose creation got no response is looked up at
 * the tracker by its marker before another is created.
 */
export async function pushWorklogs(ctx: System, calls: TrackerCalls): Promise<number> {
  const now = await ctx.clock.now(ctx.db);
  const settledBefore = new Date(now.getTime() - DEBOUNCE_MS);
  const due = await listDueSessions(ctx.db, { now, settledBefore, perSource: SESSIONS_PER_TURN });
  const waiting = [...Map.groupBy(due, ({ sourceId }) => sourceId).values()];
  let requests = 0;
  const pushNext = async () => {
    for (let sessions = waiting.shift(); sessions; sessions = waiting.shift()) {
      const record = await pushSource(ctx, calls, sessions);
      requests += record;
    }
  };
  await Promise.all(Array.from({ length: SOURCES_AT_ONCE }, pushNext));
  await endRemovals(ctx.db, now);
  return requests;
}

/** Sessions of one source, one after the other, for as long as a source may take. */
async function pushSource(ctx: System, calls: TrackerCalls, sessions: SessionName[]): Promise<number> {
  const endsAt = new Date((await ctx.clock.now(ctx.db)).getTime() + SOURCE_TURN_MS);
  let requests = 0;
  for (const session of sessions) {
    try {
      const pushed = await pushSession(ctx, calls, { session, endsAt });
      requests += pushed.requests;
      // A tracker that doesn't respond is not called again in this pass: each request would run into its timeout.
      if (pushed.isResting || (await ctx.clock.now(ctx.db)) >= endsAt) break;
    } catch (error) {
      // A session that can't be pushed must not delay the others.
      log.error({ err: error, ...session }, 'worklogs of a session were not pushed; the next run retries');
    }
  }
  return requests;
}

/** One request after the other, until nothing is left to do for the session, it has to wait, or `endsAt`. */
async function pushSession(
  ctx: System,
  calls: TrackerCalls,
  { session, endsAt }: { session: SessionName; endsAt: Date },
): Promise<{ requests: number; isResting: boolean }> {
  for (let requests = 0; ; requests += 1) {
    const claimed = await claimNext(ctx, calls, session);
    if (claimed === 'up_to_date' || claimed === 'resting') return { requests, isResting: claimed === 'resting' };
    if ('unreadableAt' in claimed) {
      await pauseWorklogs(ctx, session.sourceId, { reason: CANNOT_READ_TOKEN, triedAt: claimed.unreadableAt });
      return { requests, isResting: true };
    }
    const outcome = await perform(ctx, session, claimed);
    const mayContinue = await settle(ctx, session, claimed, outcome);
    if (!mayContinue) return { requests: requests + 1, isResting: outcome.kind !== 'rejected' };
    if ((await ctx.clock.now(ctx.db)) >= endsAt) return { requests: requests + 1, isResting: false };
  }
}

/**
 * Decides what to do next for a session and claims it, so that the decision is based on the current state, including
 * the settings: changes of those wait for it. `up_to_date` also when another worker is at it.
 */
async function claimNext(
  ctx: System,
  calls: TrackerCalls,
  session: SessionName,
): Promise<Claimed | { unreadableAt: Date } | 'up_to_date' | 'resting'> {
  return transaction(ctx, async ({ tx }) => {
    await lockSession(tx, session);
    const now = await ctx.clock.now(tx);
    const settings = await lockWorklogSettingsForShare(tx, session.sourceId);
    if (!settings || settings.state === 'off' || settings.pausedAt) return 'resting';
    if (settings.waitUntil && settings.waitUntil > now) return 'resting';
    const tracker = trackerOf(settings, calls);
    if (!tracker) return { unreadableAt: now };
    const changes = await listChanges(tx, session);
    const known = new Map((await listWorklogs(tx, session)).map((worklog) => [worklog.day, worklog]));
    if ([...known.values()].some((worklog) => isClaimed(worklog, now))) return 'up_to_date';
    const wanted = await findDesired(tx, settings, session);
    const days = wanted === 'as_it_is' ? [] : [...new Set([...known.keys(), ...wanted.keys()])].sort();
    for (const day of days) {
      const [have, want] = [known.get(day) ?? null, wanted === 'as_it_is' ? null : (wanted.get(day) ?? null)];
      const action = nextAction(have, want, tracker);
      if (action?.kind === 'forget') await deleteWorklog(tx, { ...session, day });
      if (!action || action.kind === 'forget') continue;
      const claim = newId();
      const issueId = action.kind === 'create' ? action.wanted.issueId : (have?.issueId ?? '');
      await claimWorklog(tx, { ...session, day }, { claim, issueId, now });
      return { tracker, claim, claimedAt: now, action, wanted: want, known: have };
    }
    await deleteChanges(tx, session, changes);
    return 'up_to_date';
  });
}

/** By day; `as_it_is` for a session that is running again: its worklogs stay, and are checked when it ends. */
async function findDesired(
  tx: Parameters<typeof findPushedSession>[0],
  { state, namesAuthor }: WorklogSettings,
  name: SessionName,
): Promise<Map<string, DesiredWorklog> | 'as_it_is'> {
  if (state === 'removing') return new Map();
  const session = await findPushedSession(tx, name);
  if (session?.isOpen) return 'as_it_is';
  if (!session || session.issueId === null) return new Map();
  const { issueId, title, author, days } = session;
  const wanted = desiredWorklogs(days, { issueId, title, author: namesAuthor ? author : null });
  return new Map(wanted.map((worklog) => [worklog.day, worklog]));
}

/** Makes the request, unless this worker was delayed for so long that another may soon reclaim it. */
async function perform(ctx: System, session: SessionName, { tracker, action, claimedAt }: Claimed): Promise<Concluded> {
  const now = await ctx.clock.now(ctx.db);
  if (now.getTime() - claimedAt.getTime() > SEND_WITHIN_MS) return { kind: 'unavailable', error: SENT_TOO_LATE };
  const outcome = await request(tracker, session, action);
  return outcome.kind === 'forbidden' ? whyForbidden(tracker, outcome.error) : outcome;
}

/** A token without any access pauses the source; one that only may not do this leaves the rest alone. */
async function whyForbidden(tracker: Tracker, error: string): Promise<Concluded> {
  const check = await tracker.check();
  switch (check.kind) {
    case 'done':
      return { kind: 'rejected', error };
    case 'unauthorized':
    case 'forbidden':
      return { kind: 'unauthorized', error: check.error };
    case 'busy':
      return check;
    default:
      return { kind: 'unavailable', error: check.error };
  }
}

async function request(tracker: Tracker, { timerId }: SessionName, action: Request): Promise<Outcome<string | null>> {
  const { day } = action;
  switch (action.kind) {
    case 'find':
      return tracker.find({ timerId, day, issueId: action.issueId });
    case 'create':
      return tracker.create({ timerId, day, issueId: action.wanted.issueId }, action.wanted);
    case 'update':
      return tracker.update(action.remoteId, { timerId, day, issueId: action.wanted.issueId }, action.wanted);
    case 'remove':
      return tracker.remove(action.remoteId, { timerId, day, issueId: action.issueId });
  }
}

/** Stores the result of a request; returns whether the next may follow at once. */
async function settle(
  ctx: System,
  session: SessionName,
  { claim, claimedAt, action, wanted, known }: Claimed,
  outcome: Concluded,
): Promise<boolean> {
  const now = await ctx.clock.now(ctx.db);
  const settled = settledOf({ action, wanted, known, outcome, now });
  const key = { ...session, day: action.day };
  if (!(await settleWorklog(ctx.db, key, { claim, settled, now }))) return false;
  const restMs = restMsAfter(outcome);
  if (restMs > 0) await saveWaitUntil(ctx.db, session.sourceId, new Date(now.getTime() + restMs));
  if (outcome.kind === 'unauthorized') {
    await pauseWorklogs(ctx, session.sourceId, { reason: outcome.error, triedAt: claimedAt });
  }
  return outcome.kind === 'done' || outcome.kind === 'gone' || outcome.kind === 'rejected';
}

/** How long a tracker is not called. */
function restMsAfter(outcome: Concluded): number {
  if (outcome.kind === 'busy') return outcome.retryAfterMs;
  return outcome.kind === 'unsure' || outcome.kind === 'unavailable' ? REST_MS : 0;
}
