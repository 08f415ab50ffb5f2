import type { Http } from '#/lib/client/http/http.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import { offlineAgeBody, offlineAgeMs } from '#/lib/client/offline/offline-age.ts';
import {
  type OfflineProposal,
  type OfflineQueue,
  type QueuedAction,
  type Seen,
  serverTimerOf,
  type UnconfirmedAction,
} from '#/lib/client/offline/offline-queue.ts';
import { ensureTicket } from '#/lib/client/tickets/ensure-ticket.ts';
import type { ServerClock } from '#/lib/client/time/server-clock.ts';
import type { StartTimerJson, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** A timer that the server created for an action, and the id it was shown with until then. */
type OnCreated = (shownId: string, timer: TimerJson) => void;
export type Sender = {
  queue: OfflineQueue;
  http: Http;
  clock: ServerClock;
  /** An id for a request, by which the page recognizes its events as its own: the given one, or a new one. */
  ownRequest: (id?: string) => string;
  onCreated: OnCreated;
};

/** Statuses that are about the action, and not about the sender or the rate. */
const REJECTED = [400, 404, 409, 412, 422];

/**
 * Sends queued actions in order, each with its key, up to the first that no longer fits the current state: that one and
 * the rest become questions. One tab at a time. Rejects with NoResponse or ApiProblem if the outcome is unknown; the
 * queue then stays.
 */
export async function sendQueue(sender: Sender): Promise<void> {
  await sender.queue.lock('', async () => {
    // The server’s time, over the current connection.
    await sender.http.send('/time');
    for (;;) {
      const action = sender.queue.read().waiting[0];
      if (!action) return;
      await sendOne(sender, action);
    }
  });
}

async function sendOne(sender: Sender, action: QueuedAction): Promise<void> {
  const recorded = Object.values(sender.queue.read().timers).map(({ at = 0 }) => at);
  const ageMs = offlineAgeMs(action, recorded, sender.clock);
  if (ageMs === null) {
    await addQuestions(sender, action, {
      why: 'This device’s clock was changed in the meantime.',
      isUntried: true,
      proposal: null,
      current: null,
    });
    return;
  }
  try {
    await sendAction(sender, action, ageMs);
    await sender.queue.change((queue) => ({
      ...queue,
      waiting: queue.waiting.filter(({ key }) => key !== action.key),
    }));
  } catch (error) {
    if (!(error instanceof ApiProblem) || !REJECTED.includes(error.status)) throw error;
    if (error.code === 'workspace_switched') throw error;
    await addQuestions(sender, action, {
      why: reasonOf(error),
      proposal: error.proposal as OfflineProposal | null,
      current: timerOf(error),
    });
  }
}

/** Sends one action with its age, and notes the resulting timer. */
export async function sendAction(sender: Sender, action: QueuedAction, ageMs: number): Promise<void> {
  const { timers } = sender.queue.read();
  const target = latest(timers, action.target);
  if (action.ticket) await ensureTicket(sender.http, action.ticket, `${action.key}:ticket`);
  const path = action.kind === 'start' ? '/timers/start' : `/timers/${target.id}/${action.kind}`;
  const { timer, ended } = await sender.http.send<StartTimerJson>(path, {
    method: 'POST',
    body: { ...action.body, ...offlineAgeBody(action, ageMs, action.running && latest(timers, action.running)) },
    idempotencyKey: action.key,
    // The tab in which it was made recognizes its events too, whichever tab sends it.
    requestId: sender.ownRequest(action.key),
    // With one key the server accepts one request, of which the version is a part.
    ...(action.kind !== 'start' && !action.isRepeat && { ifMatch: target.version }),
  });
  await recordTimer(sender, action.target.id, timer);
  if (ended) await recordTimer(sender, ended.id, ended);
}

async function recordTimer({ queue, onCreated }: Sender, shownId: string, timer: TimerJson): Promise<void> {
  const now = serverTimerOf(timer);
  await queue.change((all) => ({ ...all, timers: { ...all.timers, [shownId]: now, [timer.id]: now } }));
  onCreated(shownId, timer);
}

/** By the server's id, at the version that was seen or that earlier actions of this person resulted in. */
function latest(timers: Record<string, Seen>, shown: Seen): Seen {
  const { id, version } = timers[shown.id] ?? shown;
  return { id, version: Math.max(version, shown.version) };
}

/**
 * It was not applied; later ones were meant to come after it. If another tab has got its response, there is no
 * question.
 */
async function addQuestions({ queue }: Sender, { key }: QueuedAction, first: ActionQuestion): Promise<void> {
  const rest: ActionQuestion = {
    why: 'The action before it failed.',
    isUntried: true,
    proposal: null,
    current: null,
  };
  await queue.change((all) =>
    all.waiting[0]?.key === key
      ? { ...all, waiting: [], failed: [...all.failed, ...asQuestions(all.waiting, first, rest)] }
      : all,
  );
}

type ActionQuestion = Pick<UnconfirmedAction, 'why' | 'isUntried' | 'proposal' | 'current'>;

/** Time to add ends when the person paused or stopped it: then that action is part of the first question. */
function asQuestions(
  [action, ...others]: readonly QueuedAction[],
  first: ActionQuestion,
  rest: ActionQuestion,
): UnconfirmedAction[] {
  if (!action) return [];
  const { proposal } = first;
  const end = others[0];
  const ends = (end?.kind === 'pause' || end?.kind === 'stop') && end.target.id === action.target.id;
  if (proposal?.kind !== 'add' || !end || !ends) {
    return [{ ...action, ...first }, ...others.map((other) => ({ ...other, ...rest }))];
  }
  const until = new Date(Math.min(end.serverAt, Date.parse(proposal.ended_at))).toISOString();
  const whole = { ...action, ...first, proposal: { ...proposal, ended_at: until } };
  return [whole, ...others.slice(1).map((other) => ({ ...other, ...rest }))];
}

function timerOf({ current }: ApiProblem): TimerJson | null {
  return current as TimerJson | null;
}

/** The server's sentence, without the part for programs. */
function reasonOf({ detail }: ApiProblem): string {
  return detail.replace(/ Nothing was changed; see the proposal\.$/, '');
}
