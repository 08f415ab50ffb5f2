import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Actor } from '#/lib/context/context.ts';
import type { FeedEvent } from '#/lib/feed/events/event.ts';
import { CredentialWatch, type Ended } from '#/lib/feed/subscription/credential-watch.ts';

const ACTOR: Actor = {
  userId: 'maya',
  workspaceId: 'acme',
  role: 'admin',
  scopes: new Set(['timers:read']),
  credential: { kind: 'session', sessionId: 's-1' },
};
const eventOf = (type: string, subjectId: string) =>
  ({ type, subjectId, userId: 'maya', workspaceId: 'acme' }) as FeedEvent;

const sent: string[] = [];
const ended: Ended[] = [];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  sent.length = 0;
  ended.length = 0;
});

/** A watch whose next check ends as the test says. */
function watched(actor = ACTOR) {
  const { promise, resolve } = Promise.withResolvers<Actor>();
  const watch = new CredentialWatch(
    actor,
    () => promise,
    (why) => ended.push(why),
  );
  const send = (message: string) => watch.send(async () => void sent.push(message));
  return { watch, send, recognizeAs: resolve };
}

test('messages during a check are sent after it, in order, if the caller is unchanged', async () => {
  const { watch, send, recognizeAs } = watched();
  await send('one');
  watch.onEvent(eventOf('session.switched', 's-1'));
  const later = [send('two'), send('three')];
  expect(sent).toEqual(['one']);
  recognizeAs({ ...ACTOR });
  await Promise.all(later);
  expect([sent, ended]).toEqual([['one', 'two', 'three'], []]);
});

test('messages during a check are never sent if permissions changed, and their senders continue', async () => {
  const { watch, send, recognizeAs } = watched();
  watch.onEvent(eventOf('member.edited', 'maya'));
  const later = [send('one'), send('two')];
  recognizeAs({ ...ACTOR, scopes: new Set() });
  await Promise.all([...later, send('three')]);
  expect([sent, ended]).toEqual([[], ['permissions']]);
});

test('a check without a response within five seconds ends the stream', async () => {
  const { watch, send } = watched();
  watch.onEvent(eventOf('session.revoked', 's-1'));
  const later = send('one');
  await vi.advanceTimersByTimeAsync(4_999);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await later;
  expect([sent, ended]).toEqual([[], ['unchecked']]);
});

test('messages are sent at once after an event about another session', async () => {
  const { watch, send } = watched();
  watch.onEvent(eventOf('session.revoked', 's-2'));
  await send('one');
  expect(sent).toEqual(['one']);
});

test('an API key that loses scopes ends its stream, and no other', async () => {
  const key = watched({ ...ACTOR, credential: { kind: 'api_key', apiKeyId: 'k-1' } });
  key.watch.onEvent(eventOf('api_key.edited', 'k-2'));
  await key.send('one');
  key.watch.onEvent(eventOf('api_key.edited', 'k-1'));
  const later = key.send('two');
  key.recognizeAs({ ...ACTOR, scopes: new Set() });
  await later;
  expect([sent, ended]).toEqual([['one'], ['permissions']]);
});
