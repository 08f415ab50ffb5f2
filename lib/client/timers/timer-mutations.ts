import { notifyManager, type QueryClient } from '@tanstack/react-query';
import type { SpanBody } from '#/lib/client/entries/typed-span.ts';
import { TICKETS_KEY } from '#/lib/client/http/cache-keys.ts';
import type { Http } from '#/lib/client/http/http.ts';
import { inTimersMutex } from '#/lib/client/http/in-keyed-mutex.ts';
import { OwnRequests } from '#/lib/client/http/own-requests.ts';
import { PendingAction } from '#/lib/client/http/pending-action.ts';
import { randomId } from '#/lib/client/http/random-id.ts';
import type { TimerEvent } from '#/lib/client/live/event-stream.ts';
import { EstimatedInstants } from '#/lib/client/offline/estimated-instants.ts';
import {
  type Age,
  type LazyOfflineQueue,
  type NewAction,
  QueuedForLater,
} from '#/lib/client/offline/lazy-offline-queue.ts';
import { type OptimisticUpdate, OptimisticUpdates } from '#/lib/client/offline/optimistic-updates.ts';
import { ensureTicket, linkedTicket } from '#/lib/client/tickets/ensure-ticket.ts';
import type { ServerClock } from '#/lib/client/time/server-clock.ts';
import {
  isOptimistic,
  type OptimisticAction,
  optimistic,
  optimisticEdit,
  optimisticStart,
} from '#/lib/client/timers/optimistic-timer.ts';
import { startBody, type TimerDraft } from '#/lib/client/timers/timer-draft.ts';
import { TimerIds } from '#/lib/client/timers/timer-ids.ts';
import { CURRENT_KEY, TIMERS_KEY } from '#/lib/client/timers/timer-keys.ts';
import { conflictingTimer, type TimerResponse, timersIn, winnerOf } from '#/lib/client/timers/timer-results.ts';
import type { TimerUpdates } from '#/lib/client/timers/timer-updates.ts';
import type { EditTimerBody } from '#/lib/tracking/timers/timer-input-schemas.ts';
import type {
  ChangeTimerJson,
  CurrentTimerJson,
  StartTimerJson,
  TimerJson,
} from '#/lib/tracking/timers/timer-schemas.ts';

type Parts = {
  client: QueryClient;
  http: Http;
  updates: TimerUpdates;
  clock: ServerClock;
  userId: string;
  queue?: LazyOfflineQueue;
};
type Keys = { idempotencyKey: string; requestId: string };
type ReceivedRequest = Pick<TimerEvent, 'type' | 'request_id'> & { timer: Pick<TimerJson, 'id'> };

const REPEATS = 2;

/**
 * Mutations of timers. Each is shown at once as an optimistic update, sent with a key that makes repeats harmless, and
 * replaced by the server's response; an error rolls it back. Requests are sent one after the other. All reject with
 * ApiProblem or NoResponse; starts, pauses, resumes and stops without a response are queued, and reject with
 * QueuedForLater.
 */
export class TimerMutations {
  readonly #parts: Parts;
  readonly #ids = new TimerIds();
  readonly #requests = new OwnRequests();
  readonly #instants = new EstimatedInstants();
  readonly #updates: OptimisticUpdates;
  /** Starts in flight, by request. */
  readonly #starts = new Map<string, TimerJson>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#updates = new OptimisticUpdates({ updates: parts.updates, ids: this.#ids, instants: this.#instants });
  }

  /** An id for a request of this page, whose events are not reported as changes from elsewhere. */
  readonly ownRequest = this.#requests.next;

  /** Whether an event was caused by an action on this page. */
  isOwn(requestId: string | null): boolean {
    return this.#requests.has(requestId);
  }

  /**
   * The stream may report a start before its response arrives. From then on it has its id here too: otherwise a change
   * of it by another device would look like a second timer.
   */
  onEvent({ type, timer, request_id: requestId }: ReceivedRequest): void {
    const started = type === 'timer.started' && requestId !== null ? this.#starts.get(requestId) : undefined;
    if (started) this.#linkId(started, timer);
  }

  /** One key for a timer from its optimistic update on, even after the server gives it another id. */
  keyOf({ id }: Pick<TimerJson, 'id'>): string {
    return this.#ids.keyOf(id);
  }

  /** The timer as it is shown now, even if the caller has an older state, perhaps with another id. */
  latest(timer: TimerJson): TimerJson {
    return this.#parts.updates.find(this.#ids.withId(timer).id) ?? timer;
  }

  start(draft: TimerDraft, onConflict: 'reject' | 'switch'): Promise<StartTimerJson> {
    const running = this.#running();
    const created = { id: randomId(), userId: this.#parts.userId, serverNow: this.#parts.clock.now() };
    const started = optimisticStart(draft, created, running);
    // With a running timer and no choice about it, the server will reject: nothing is shown before that.
    const shouldQueue = this.#parts.queue?.isNeeded();
    const optimisticUpdates: OptimisticUpdate[] =
      running && onConflict === 'reject' && !shouldQueue ? [] : [{ after: started, before: null, isAtOwnTime: true }];
    if (running && (shouldQueue || onConflict === 'switch'))
      optimisticUpdates.unshift(this.#predict(running, 'stop', draft.startedAt));
    const action = { kind: 'start' as const, timer: started, running, draft };
    if (shouldQueue && this.#isFree()) return this.#queue(action, optimisticUpdates);
    const [ticket, ticketKey] = [linkedTicket(draft), randomId()];
    const body = startBody(draft, shouldQueue ? 'switch' : onConflict);
    return this.#enqueue({ ...action, body }, optimisticUpdates, async (keys, age) => {
      this.#starts.set(keys.requestId, started);
      const { http } = this.#parts;
      if (ticket) await ensureTicket(http, ticket, ticketKey);
      const response = await http.send<StartTimerJson>('/timers/start', {
        method: 'POST',
        body: { ...body, ...age },
        ...keys,
      });
      this.#linkId(started, response.timer);
      return response;
    });
  }

  /** Resuming one while another is running pauses that one, so that both can be resumed. */
  change(timer: TimerJson, kind: OptimisticAction): Promise<ChangeTimerJson> {
    const running = this.#running();
    const optimisticUpdates = [this.#predict(this.#ids.withId(timer), kind)];
    if (kind === 'resume' && running) optimisticUpdates.unshift(this.#predict(running, 'pause'));
    const body = kind === 'resume' ? { on_conflict: 'pause' } : {};
    const send = (keys: Keys, age?: Age) => {
      const path = `/timers/${this.#ids.realId(timer)}/${kind}`;
      return this.#parts.http.send<ChangeTimerJson>(path, { method: 'POST', body: { ...body, ...age }, ...keys });
    };
    if (kind === 'discard') return this.mutate(optimisticUpdates, send);
    const action = { kind, timer: this.#ids.withId(timer), running };
    if (this.#isFree() && this.#parts.queue?.isNeeded()) return this.#queue(action, optimisticUpdates);
    return this.#enqueue({ ...action, body }, optimisticUpdates, send);
  }

  /** `base` is the timer as the person saw it when they began: see `patch`. */
  edit(base: TimerJson, change: EditTimerBody, shown: Partial<TimerJson>): Promise<ChangeTimerJson> {
    const before = this.#ids.withId(this.latest(base));
    const optimisticUpdates = [{ after: optimisticEdit(before, shown), before }];
    return this.mutate(optimisticUpdates, ({ requestId }) => this.patch(base, change, requestId));
  }

  /**
   * Sends an edit for the version that it is based on. If another device has changed something else of the timer since,
   * it is sent once more for that version; if it changed the same, nothing is overwritten. @throws ApiProblem with
   * theirs
   */
  async patch(base: TimerJson, change: EditTimerBody, requestId: string): Promise<ChangeTimerJson> {
    const { id, ifMatch } = this.confirmed(base);
    const send = (body: EditTimerBody, version: number) =>
      this.#parts.http.send<ChangeTimerJson>(`/timers/${id}`, { method: 'PATCH', body, requestId, ifMatch: version });
    try {
      return await send(change, ifMatch);
    } catch (error) {
      const theirs = conflictingTimer(error);
      if (!theirs) throw error;
      // Two devices at once are rare.
      const { rebaseEdit } = await import('#/lib/client/corrections/edit-rebase.ts');
      const rebased = rebaseEdit(change, base, theirs);
      if (!rebased) throw error;
      return send(rebased, theirs.version);
    }
  }

  /** The version for a change, once the previous actions have got their responses. */
  confirmed(timer: TimerJson): { id: string; ifMatch: number } {
    return { id: this.#ids.realId(timer), ifMatch: this.#ids.latest(timer).version };
  }

  /**
   * Spans that a person saw, with the server's instants for optimistic ones. Call it when the previous actions have got
   * their responses, as with `confirmed`.
   */
  resolve(timer: TimerJson, spans: readonly SpanBody[]): SpanBody[] {
    return this.#instants.resolve(this.#ids.realId(timer), spans);
  }

  /**
   * Shows the optimistic updates at once, sends in turn, and shows the timers of the response: `timersOf`, if they are more than
   * one. If nothing else is in flight it is sent first: drawing them takes the browser longer than sending, and
   * the server works meanwhile.
   */
  async mutate<T extends TimerResponse>(
    optimisticUpdates: OptimisticUpdate[],
    send: (keys: Keys) => Promise<T>,
    timersOf: (response: T) => (TimerJson | null | undefined)[] = timersIn,
    pendingAction?: PendingAction,
  ): Promise<T> {
    const keys = { idempotencyKey: pendingAction?.key ?? randomId(), requestId: this.ownRequest() };
    const { updates, client } = this.#parts;
    let early = this.#isFree() ? Promise.try(send, keys) : null;
    this.#updates.show(optimisticUpdates);
    try {
      const response = await inTimersMutex(client, REPEATS, async () => {
        const sent = early ?? send(keys);
        early = null;
        const response = await sent;
        // Here, since the next action is sent before the caller of this one continues.
        for (const timer of timersOf(response)) if (timer) this.#record(timer, optimisticUpdates);
        return response;
      });
      notifyManager.batch(() => {
        for (const timer of timersOf(response)) if (timer) updates.apply(timer, response.server_time);
      });
      return response;
    } catch (error) {
      if (pendingAction?.isQueued) throw new QueuedForLater();
      notifyManager.batch(() => {
        this.#updates.rollBack(optimisticUpdates);
        const winner = winnerOf(error);
        if (winner) updates.apply(winner);
      });
      throw error;
    } finally {
      pendingAction?.end();
      this.#starts.delete(keys.requestId);
      // The server does not know a queued action yet.
      if (!pendingAction?.isQueued || pendingAction.isSent) void updates.refresh();
      void this.#parts.client.invalidateQueries({ queryKey: TICKETS_KEY });
    }
  }

  /** As `mutate`; without a response, or if earlier actions are queued by its turn, it is queued, and stays shown. */
  #enqueue<T extends TimerResponse>(
    action: NewAction & { body: Record<string, unknown> },
    optimisticUpdates: OptimisticUpdate[],
    send: (keys: Keys, age?: Age) => Promise<T>,
  ): Promise<T> {
    if (!this.#parts.queue) return this.mutate(optimisticUpdates, send);
    const now = (timer: TimerJson | null) => {
      const latest = timer && this.#ids.latest(timer);
      return latest && this.#updates.isMissing(latest) ? null : latest;
    };
    const pendingAction = new PendingAction(this.#parts.queue, { ...action, responses: this.#ids.responses }, now);
    return this.mutate(
      optimisticUpdates,
      (keys) => pendingAction.send((age) => send(keys, age)),
      timersIn,
      pendingAction,
    );
  }

  /** Whether no action is in flight that another would have to wait for. */
  #isFree(): boolean {
    return this.#parts.client.isMutating({ mutationKey: TIMERS_KEY }) === 0;
  }

  /** The server's result of a queued action, by the id that its timer was shown with. */
  readonly confirm = (shownId: string, timer: TimerJson): void => {
    if (isOptimistic(shownId)) this.#linkId({ ...timer, id: shownId }, timer);
    this.#parts.updates.apply(timer);
  };

  /** Shows the optimistic updates and queues the action. @throws QueuedForLater */
  async #queue(action: NewAction, optimisticUpdates: OptimisticUpdate[]): Promise<never> {
    this.#updates.show(optimisticUpdates);
    try {
      await this.#parts.queue?.add(action);
    } catch (error) {
      this.#updates.rollBack(optimisticUpdates);
      throw error;
    }
    throw new QueuedForLater();
  }

  /** Later optimistic updates stay shown: the response to a start is older than an action that followed. */
  #linkId(started: TimerJson, { id }: Pick<TimerJson, 'id'>): void {
    this.#ids.link(started.id, id);
    this.#parts.updates.rename(started.id, id);
  }

  /** Stores the result of a response for a timer. */
  #record(timer: TimerJson, optimisticUpdates: readonly OptimisticUpdate[]): void {
    this.#ids.record(timer);
    const update = optimisticUpdates.find(
      ({ after, isAtOwnTime }) => isAtOwnTime && this.#ids.withId(after).id === timer.id,
    );
    if (update) this.#instants.learn(timer.id, update, timer.spans);
  }

  #predict(timer: TimerJson, kind: OptimisticAction, at = this.#parts.clock.now()): OptimisticUpdate {
    return { after: optimistic(timer, kind, at), before: timer, isAtOwnTime: true };
  }

  #running(): TimerJson | null {
    return this.#parts.client.getQueryData<CurrentTimerJson>(CURRENT_KEY)?.timer ?? null;
  }
}
