import type { Actor } from '#/lib/accounts/context.ts';
import type { CallerParts } from '#/lib/api/ws/socket-caller.ts';
import type { SocketOut } from '#/lib/api/ws/socket-out.ts';
import { AppError } from '#/lib/core/errors.ts';
import { log } from '#/lib/core/log.ts';
import type { Placed } from '#/lib/events/feed-query.ts';
import { admitTopics } from '#/lib/realtime/admit-follower.ts';
import { alarmNews } from '#/lib/realtime/alarm-news.ts';
import type { FeedHub } from '#/lib/realtime/feed-hub.ts';
import { type Follower, followFeed } from '#/lib/realtime/follow-feed.ts';
import { messageOf } from '#/lib/realtime/messages.ts';
import { MOST_TOPICS, RESET_DETAIL, type SocketInput } from '#/lib/realtime/stream-schemas.ts';
import { ALARMS, type Topic } from '#/lib/realtime/topic.ts';

type Subscribe = Extract<SocketInput, { type: 'subscribe' }>;
type Unsubscribe = Extract<SocketInput, { type: 'unsubscribe' }>;
type Parts = CallerParts & { hub: FeedHub };
/** Topics that were subscribed together go through what was missed together. */
type Following = { topics: Map<string, Topic>; isBehind: boolean; end: () => void };

/** What one socket follows. Each topic tells its own messages, so an event of two topics comes once for each. */
export class Followings {
  readonly #parts: Parts;
  readonly #actor: Actor;
  readonly #out: SocketOut;
  readonly #all = new Set<Following>();
  #isOver = false;

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
    const added = admitTopics(this.#actor, topics).filter(({ name }) => !this.#has(name));
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
    this.#isOver = true;
    for (const following of this.#all) this.#drop(following);
  }

  #has(name: string): boolean {
    return [...this.#all].some(({ topics }) => topics.has(name));
  }

  /** Resolves once it has begun; what was missed is told meanwhile, and other messages are answered beside it. */
  #follow(added: Topic[], since: string | undefined, onStart: Follower['onStart']): Promise<void> {
    const { workspaceId } = this.#actor;
    const following: Following = {
      topics: new Map(added.map((topic) => [topic.name, topic])),
      isBehind: true,
      end: () => {},
    };
    this.#all.add(following);
    const news = alarmNews(workspaceId, () => void this.#tellOfAlarms(following));
    const { promise: begun, resolve, reject } = Promise.withResolvers<void>();
    followFeed(this.#parts, {
      workspaceId,
      since,
      alarms: following.topics.has(ALARMS) ? news.listener : undefined,
      wants: (event) => [...following.topics.values()].some((topic) => topic.has(event, this.#actor)),
      onStart: async (start) => {
        await onStart(start);
        resolve();
      },
      onEvent: (placed) => this.#tellEvent(following, placed),
      onOverflow: () => this.#out.cut(),
    }).then(
      (unsubscribe) => {
        following.isBehind = false;
        following.end = () => {
          news.stop();
          unsubscribe();
        };
        if (this.#isOver || !this.#all.has(following)) following.end();
      },
      (error: unknown) => {
        this.#drop(following);
        news.stop();
        log.warn({ err: error }, 'socket could not follow the feed; its client reconnects');
        this.#out.cut();
        reject(error);
      },
    );
    return begun;
  }

  #drop(following: Following): void {
    this.#all.delete(following);
    following.end();
  }

  /** All at once: the cursor of one says that the others have been told. */
  async #tellEvent({ topics }: Following, { event, cursor }: Placed): Promise<void> {
    const wanted = [...topics.values()].filter((topic) => topic.has(event, this.#actor));
    await Promise.all(wanted.map(({ name }) => this.#out.send({ ...messageOf(event), topic: name, cursor })));
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
    status: 409,
    detail: `A socket follows at most ${MOST_TOPICS} topics. Unsubscribe some, or follow "alarms" instead of each alarm.`,
  });
}
