import type { Actor } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { readStreamSettings } from '#/lib/core/env.ts';
import { AppError } from '#/lib/core/errors.ts';
import type { FeedHub } from '#/lib/feed/hub/feed-hub.ts';
import { type Topic, usualTopics } from '#/lib/feed/topics/topic.ts';

const RETRY_SECONDS = 5;

/**
 * The topics that a caller requests, or the default ones. @throws AppError 403 `forbidden` for one it may not subscribe
 * to
 */
export function authorizeTopics(actor: Actor, requested: Topic[] | undefined): Topic[] {
  const topics = requested ?? usualTopics(actor);
  if (topics.length === 0) authorize({ actor }, 'timers:read');
  for (const { permission } of topics) authorize({ actor }, permission);
  return topics;
}

/** Takes one of the stream slots of a key or session. @throws AppError 429 `too_many_streams` */
export function takeStreamSlot({ slots }: Pick<FeedHub, 'slots'>, { credential }: Actor): () => void {
  const most = readStreamSettings().STREAMS_PER_KEY;
  const release = slots.take(nameOf(credential), most);
  if (release) return release;
  const whose = credential.kind === 'api_key' ? 'key' : 'session';
  throw new AppError('too_many_streams', {
    detail: `This ${whose} already has ${most} streams and sockets open. Close one, or subscribe to more topics on one.`,
    headers: { 'Retry-After': String(RETRY_SECONDS) },
  });
}

function nameOf(credential: Actor['credential']): string {
  switch (credential.kind) {
    case 'session':
      return `session ${credential.sessionId}`;
    case 'api_key':
      return `api_key ${credential.apiKeyId}`;
    case 'worker':
      return `worker ${credential.name}`;
  }
}
