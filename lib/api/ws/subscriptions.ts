import type { Actor } from '#/lib/accounts/context.ts';
import type { CallerParts } from '#/lib/api/ws/socket-caller.ts';
import type { SocketOut } from '#/lib/api/ws/socket-out.ts';
import { AppError } from '#/lib/core/errors.ts';
import { log } from '#/lib/core/log.ts';
import type { FeedEvent } from '#/lib/events/event.ts';
import type { Placed } from '#/lib/events/feed-query.ts';
import { alarmUpdates } from '#/lib/realtime/alarm-updates.ts';
import { authorizeTopics } from '#/lib/realtime/authorize-topics.ts';
import type { FeedHub } from '#/lib/realtime/feed-hub.ts';
import { messageOf } from '#/lib/realtime/messages.ts';
import { MOST_TOPICS, RESET_DETAIL, type SocketInput } from '#/lib/realtime/stream-schemas.ts';
import { subscribeToFeed } from '#/lib/realtime/subscribe-to-feed.ts';
import { ALARMS, type Topic } from '#/lib/realtime/topic.ts';

type Subscribe = Extract<SocketInput, { type: 'subscribe' }>;
type Unsubscribe = Extract<SocketInput, { type: 'unsubscribe' }>;
/** `cursor` only where it speaks for all of the socket. */
type OnStart = (start: { cursor: string | undefined; kind: 'now' | 'resumed' | 'reset' }) => Promise<void>;
type Parts = CallerParts & { hub: FeedHub };
/** Topics that were subscribed together go through what was missed together. */
type Following = { topics: Map<string, Topic>; isBehind: boolean; end: () => void };

/** What one socket follows. Each topic tells its own messages, so an event of two topics comes once for each. */
export class Subscriptions {
  readonly #parts: Parts;
  readonly #actor: Actor;
  readonly #out: SocketOut;
  readonly #all = new Set<Following>();
  #turn: Promise<void> = Promise.resolve();

  constructor(parts: Parts, actor: Actor, out: SocketOut) {
    this.#parts = parts;
    this.#actor = actor;
    this.#out = out;
  }

  /** True when all that came before the hub's position has been told. */
  get isUpToDate(): boolean {
    return ![...this.#all].some(({ isBehind }) => isBehind);
  }

  /** Follows those topics that are not followed yet. The `ack` comes before anything of theirs. */
  async subscribe({ topics, last_event_id: since, ref }: Subscribe): Promise<void> {
    const added = authorizeTopics(this.#actor, topics).filter(({ name }) => !this.#has(name));
    const count = [...this.#all].reduce((sum, following) => sum + following.topics.size, added.length);
    if (count > MOST_TOPICS) throw tooManyTopics();
    const names = topics.map(({ name }) => name);
    if (added.length === 0) return this.#tell({ type: 'ack', ref, topics: names });
    await this.#follow(added, since, async ({ cursor, kind }) => {
      await this.#tell({ type: 'ack', ref, topics: names, cursor });
      if (kind === 'reset') await this.#tell({ type: 'reset', topics: names, cursor, detail: RESET_DETAIL });
    });
  }

  async unsubscribe({ topics, ref }: Unsubscribe): Promise<void> {
    for (const { name } of topics) {
      for (const following of this.#all) {
        following.topics.delete(name);
        if (following.topics.size === 0) this.#drop(following);
      }
    }
    await this.#tell({ type: 'ack', ref, topics: topics.map(({ name }) => name) });
  }

  endAll(): void {
    for (const following of this.#all) this.#drop(following);
  }

  #has(name: string): boolean {
    return [...this.#all].some(({ topics }) => topics.has(name));
  }

  /** Resolves once it has begun; what was missed is told meanwhile, and other messages are answered beside it. */
  #follow(added: Topic[], since: string | undefined, onStart: OnStart): Promise<void> {
    const { workspaceId } = this.#actor;
    const following: Following = {
      topics: new Map(added.map((topic) => [topic.name, topic])),
      isBehind: true,
      end: () => {},
    };
    this.#all.add(following);
    const news = alarmUpdates(workspaceId, () => void this.#tellOfAlarms(following));
    const { promise: begun, resolve, reject } = Promise.withResolvers<void>();
    const subscription = subscribeToFeed(this.#parts, {
      workspaceId,
      since,
      alarms: following.topics.has(ALARMS) ? news.listener : undefined,
      wants: (event) => this.#wants(following, event),
      onStart: async ({ cursor, kind }) => {
        await onStart({ cursor: this.#isAlone(following) ? cursor : undefined, kind });
        resolve();
      },
      onEvent: (placed) => this.#tellEvent(following, placed),
      onOverflow: () => this.#out.cut(),
      inKeyedMutex: (work) => this.#inTurn(work),
    });
    following.end = () => {
      news.stop();
      subscription.end();
    };
    subscription.upToDate.then(
      () => {
        following.isBehind = false;
        resolve();
      },
      (error: unknown) => {
        this.#drop(following);
        log.warn({ err: error }, 'socket could not follow the feed; its client reconnects');
        this.#out.cut();
        reject(error);
      },
    );
    return begun;
  }

  /** One reads what it has missed, then the next, however many subscriptions one client sends. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => {});
    return mine;
  }

  #drop(following: Following): void {
    this.#all.delete(following);
    following.end();
  }

  #wants({ topics }: Following, event: FeedEvent): boolean {
    return [...topics.values()].some((topic) => topic.has(event, this.#actor));
  }

  /** True when no other following has still to tell what it has missed. */
  #isAlone(following: Following): boolean {
    return [...this.#all].every((other) => other === following || !other.isBehind);
  }

  /** True when a cursor after this event would leave nothing out that others of this socket have still to tell. */
  #isLast(following: Following, event: FeedEvent): boolean {
    if (!this.#isAlone(following)) return false;
    return following.isBehind || [...this.#all].every((other) => other === following || !this.#wants(other, event));
  }

  /** Once for each topic; only the last says that the event has been told. */
  async #tellEvent(following: Following, { event, cursor }: Placed): Promise<void> {
    const wanted = [...following.topics.values()].filter((topic) => topic.has(event, this.#actor));
    const told = wanted.map(({ name }, at) => {
      const isLast = at === wanted.length - 1 && this.#isLast(following, event);
      return this.#out.send({ ...messageOf(event), topic: name, ...(isLast && { cursor }) });
    });
    await Promise.all(told);
  }

  async #tellOfAlarms({ topics }: Following): Promise<void> {
    if (!topics.has(ALARMS)) return;
    await this.#tell({ type: 'alarms.changed', topic: ALARMS }).catch((error: unknown) =>
      log.warn({ err: error }, 'alarm news not sent'),
    );
  }

  async #tell(message: Record<string, unknown>): Promise<void> {
    const now = await this.#parts.clock.now(this.#parts.db);
    await this.#out.send({ ...message, server_time: now.toISOString() });
  }
}

function tooManyTopics(): AppError {
  return new AppError('too_many_topics', {
    detail: `A socket can subscribe to at most ${MOST_TOPICS} topics. Unsubscribe from some, or subscribe to "alarms" instead of each alarm.`,
  });
}
