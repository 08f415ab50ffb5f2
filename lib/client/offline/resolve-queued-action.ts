import type { OfflineQueue, QueuedAction, UnconfirmedAction } from '#/lib/client/offline/offline-queue.ts';
import { type Sender, sendAction } from '#/lib/client/offline/send-queue.ts';
import { ensureTicket } from '#/lib/client/tickets/ensure-ticket.ts';
import type { StartTimerJson, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** The subject in the body of a start. */
const SUBJECT = ['title', 'tags', 'project', 'ticket_id', 'ticket_key', 'create_ticket'];

type Change = { timer: TimerJson; server_time: string };

/**
 * Carries out the proposal made instead of an action, or the action itself if it was not tried. Rejects with
 * ApiProblem, which leaves the question open, or NoResponse. The key stays that of the question, so that it counts
 * once.
 */
export async function acceptProposal(sender: Sender, action: UnconfirmedAction): Promise<void> {
  const { proposal } = action;
  const idempotencyKey = `${action.key}:accepted${action.newTime ? `:${action.newTime}` : ''}`;
  if (proposal?.kind === 'correct') {
    const { timer } = await sender.http.send<Change>(`/timers/${proposal.timer_id}/spans`, {
      method: 'PUT',
      body: { spans: proposal.spans },
      ifMatch: proposal.version,
      requestId: sender.ownRequest(),
    });
    sender.onCreated(timer.id, timer);
  } else if (proposal?.kind === 'add') {
    const spans = [{ started_at: proposal.started_at, ended_at: proposal.ended_at }];
    if (action.ticket) await ensureTicket(sender.http, action.ticket, `${action.key}:ticket`);
    const body = { ...subjectOf(action), spans };
    const requestId = sender.ownRequest();
    const { timer } = await sender.http.send<StartTimerJson>('/timers', {
      method: 'POST',
      body,
      idempotencyKey,
      requestId,
    });
    sender.onCreated(timer.id, timer);
  } else {
    await sendAction(sender, asProposed(action, idempotencyKey), sender.clock.now() - action.serverAt);
  }
  await dropAction(sender.queue, action);
}

/** Drops an open question. Actions on a timer that will never exist are dropped with its start. */
export async function dropAction(queue: OfflineQueue, action: UnconfirmedAction): Promise<void> {
  await queue.change((all) => {
    const isGone = action.kind === 'start' && !all.timers[action.target.id];
    const isDropped = ({ key, target }: QueuedAction) =>
      key === action.key || (isGone && target.id === action.target.id);
    return { ...all, failed: all.failed.filter((one) => !isDropped(one)) };
  });
}

/** The same action, on the current timer. */
function asProposed({ proposal, isRepeat: _sent, ...action }: UnconfirmedAction, key: string): QueuedAction {
  if (proposal?.kind !== 'action') return { ...action, key };
  return { ...action, key, target: { id: proposal.timer_id, version: proposal.version } };
}

/** The subject of the time: from a start, or from the timer. */
function subjectOf({ kind, body, current }: UnconfirmedAction): Record<string, unknown> {
  if (kind === 'start') {
    return Object.fromEntries(Object.entries(body).filter(([name]) => SUBJECT.includes(name)));
  }
  if (!current) return {};
  const { title, tags, ticket } = current;
  return { title, tags, ...(ticket && { ticket_id: ticket.id }) };
}
