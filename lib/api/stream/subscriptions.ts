import type { StreamSession } from '#/lib/api/stream/session.ts';
import type { Actor } from '#/lib/context/context.ts';
import { AppError, isAppError } from '#/lib/core/errors.ts';
import { log } from '#/lib/core/log.ts';
import type { Placed } from '#/lib/feed/cursor/feed-query.ts';
import type { FeedEvent } from '#/lib/feed/events/event.ts';
import { alarmUpdates } from '#/lib/feed/subscription/alarm-updates.ts';
import { messageOf } from '#/lib/feed/subscription/messages.ts';
import { MAX_TOPICS, type SocketInput } from '#/lib/feed/subscription/stream-schemas.ts';
import { type SubscribeParts, subscribeToFeed } from '#/lib/feed/subscription/subscribe-to-feed.ts';
import { authorizeTopics } from '#/lib/feed/topics/authorize-topics.ts';
import { ALARMS, type Topic } from '#/lib/feed/topics/topic.ts';

type Subscribe = Extract<SocketInput, { type: 'subscribe' }>;
type Unsubscribe = Extract<SocketInput, { type: 'unsubscribe' }>;
/** `cursor` only if it covers the whole socket. */
type OnStart = (start: { cursor: string | undefined; kind: 'now' | 'resumed' | 'reset' }) => Promise<void>;
/** Topics that were subscribed together catch up together. */
type Subscription = { topics: Map<string, Topic>; isBehind: boolean; end: () => void };

/**
 * The subscriptions of one socket. Each topic sends its own messages, so an event of two topics is sent once for each.
 */
export class Subscriptions {
  readonly #parts: SubscribeParts;
  readonly #actor: Actor;
  readonly #session: StreamSession;
  readonly #all = new Set<Subscription>();
  #catchingUp: Promise<void> = Promise.resolve();

  constructor(parts: SubscribeParts, actor: Actor, session: StreamSession) {
    this.#parts = parts;
    this.#actor = actor;
    this.#session = session;
  }

  /** True when everything before the hub's position has been sent. */
  get isUpToDate(): boolean {
    return ![...this.#all].some(({ isBehind }) => isBehind);
  }

  /** Subscribes to the topics that are new. The `ack` is sent before any of their events. */
  async subscribe({ topics, last_event_id: since, ref }: Subscribe): Promise<void> {
    const added = authorizeTopics(this.#actor, topics).filter(({ name }) => !this.#has(name));
    const count = [...this.#all].reduce((sum, subscribed) => sum + subscribed.topics.size, added.length);
    if (count > MAX_TOPICS) throw tooManyTopics();
    const names = topics.map(({ name }) => name);
    if (added.length === 0) return this.#session.sendTimed({ type: 'ack', ref, topics: names });
    await this.#open(added, since, async ({ cursor, kind }) => {
      await this.#session.sendTimed({ type: 'ack', ref, topics: names, cursor });
      if (kind === 'reset') await this.#session.reset({ topics: names, cursor });
    });
  }

  async unsubscribe({ topics, ref }: Unsubscribe): Promise<void> {
    for (const { name } of topics) {
      for (const subscribed of this.#all) {
        subscribed.topics.delete(name);
        if (subscribed.topics.size === 0) this.#remove(subscribed);
      }
    }
    await this.#session.sendTimed({ type: 'ack', ref, topics: topics.map(({ name }) => name) });
  }

  endAll(): void {
    for (const subscribed of this.#all) this.#remove(subscribed);
  }

  #has(name: string): boolean {
    return [...this.#all].some(({ topics }) => topics.has(name));
  }

  /** Resolves once it has begun; missed events are sent meanwhile, and other messages are handled alongside. */
  #open(added: Topic[], since: string | undefined, onStart: OnStart): Promise<void> {
    const { workspaceId } = this.#actor;
    const subscribed: Subscription = {
      topics: new Map(added.map((topic) => [topic.name, topic])),
      isBehind: true,
      end: () => {},
    };
    this.#all.add(subscribed);
    const updates = alarmUpdates(workspaceId, () => void this.#sendAlarmsChanged(subscribed));
    const { promise: begun, resolve, reject } = Promise.withResolvers<void>();
    let hasBegun = false;
    const subscription = subscribeToFeed(this.#parts, {
      workspaceId,
      since,
      alarms: subscribed.topics.has(ALARMS) ? updates.listener : undefined,
      wants: (event) => this.#isSubscribed(subscribed, event),
      onStart: async ({ cursor, kind }) => {
        hasBegun = true;
        await onStart({ cursor: this.#isAlone(subscribed) ? cursor : undefined, kind });
        resolve();
      },
      onEvent: (placed) => this.#sendEvent(subscribed, placed),
      onOverflow: () => this.#session.cut(),
      runExclusive: (work) => this.#runExclusive(work),
    });
    subscribed.end = () => {
      updates.stop();
      subscription.end();
    };
    subscription.upToDate.then(
      () => {
        subscribed.isBehind = false;
        resolve();
      },
      (error: unknown) => {
        this.#remove(subscribed);
        // Nothing of it was sent, so an error is response enough.
        if (hasBegun || !isAppError(error)) this.#disconnect(error);
        reject(error);
      },
    );
    return begun;
  }

  #disconnect(error: unknown): void {
    log.warn({ err: error }, 'socket could not subscribe to the feed; its client reconnects');
    if (isAppError(error, 'too_many_reads')) this.#session.end('busy');
    else this.#session.cut();
  }

  /** Subscriptions catch up one after the other, however many one client sends. */
  #runExclusive(work: () => Promise<void>): Promise<void> {
    const done = this.#catchingUp.then(work);
    this.#catchingUp = done.catch(() => {});
    return done;
  }

  #remove(subscribed: Subscription): void {
    this.#all.delete(subscribed);
    subscribed.end();
  }

  #isSubscribed({ topics }: Subscription, event: FeedEvent): boolean {
    return [...topics.values()].some((topic) => topic.has(event, this.#actor));
  }

  /** True when no other subscription is still catching up. */
  #isAlone(subscribed: Subscription): boolean {
    return [...this.#all].every((other) => other === subscribed || !other.isBehind);
  }

  /**
   * True when a cursor after this event would skip nothing that other subscriptions of this socket have yet to send.
   */
  #isLast(subscribed: Subscription, event: FeedEvent): boolean {
    if (!this.#isAlone(subscribed)) return false;
    return (
      subscribed.isBehind || [...this.#all].every((other) => other === subscribed || !this.#isSubscribed(other, event))
    );
  }

  /** Once for each topic; only the last marks the event as sent. */
  async #sendEvent(subscribed: Subscription, { event, cursor }: Placed): Promise<void> {
    const wanted = [...subscribed.topics.values()].filter((topic) => topic.has(event, this.#actor));
    const outcomes = wanted.map(({ name }, at) => {
      const isLast = at === wanted.length - 1 && this.#isLast(subscribed, event);
      return this.#session.send(JSON.stringify({ ...messageOf(event), topic: name, ...(isLast && { cursor }) }));
    });
    await Promise.all(outcomes);
  }

  async #sendAlarmsChanged({ topics }: Subscription): Promise<void> {
    if (!topics.has(ALARMS)) return;
    await this.#session
      .sendTimed({ type: 'alarms.changed', topic: ALARMS })
      .catch((error: unknown) => log.warn({ err: error }, 'alarms.changed not sent'));
  }
}

function tooManyTopics(): AppError {
  return new AppError('too_many_topics', {
    detail: `A socket can subscribe to at most ${MAX_TOPICS} topics. Unsubscribe from some, or subscribe to "alarms" instead of each alarm.`,
  });
}
