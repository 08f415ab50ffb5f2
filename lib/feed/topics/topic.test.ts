import { describe, expect, test } from 'vitest';
import type { Actor } from '#/lib/context/context.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';
import type { FeedEvent } from '#/lib/feed/events/event.ts';
import { socketInput, streamQuery } from '#/lib/feed/subscription/stream-schemas.ts';
import { canReadEvent, changesMembers, findTopic, usualTopics } from '#/lib/feed/topics/topic.ts';

const ID = '0190f5fe-7c00-7a00-8000-000000000001';
const me: Actor = {
  userId: 'me',
  workspaceId: 'w',
  role: 'admin',
  scopes: new Set(permissionsOf('admin')),
  credential: { kind: 'session', sessionId: 's' },
};
const event = (type: FeedEvent['type'], rest: Partial<FeedEvent> = {}): FeedEvent => ({
  id: 1n,
  type,
  subjectId: ID,
  userId: null,
  data: { before: null, after: null, alarm: { name: 'Backup, nightly' } },
  workspaceId: 'w',
  actor: { kind: 'worker', id: 'engine' },
  requestId: null,
  createdAt: new Date(0),
  ...rest,
});

test.each([
  ['events:read_all', 'other', true],
  ['events:read', 'other', false],
  ['events:read', 'me', true],
  ['timers:read', 'me', false],
] as const)('the permission %s reads the log of %s: %s', (scope, userId, isRead) => {
  expect(canReadEvent(event('timer.started', { userId }), { ...me, scopes: new Set([scope]) })).toBe(isRead);
});

test.each([
  ['timers', event('timer.started', { userId: 'me' }), true],
  ['timers', event('timer.started', { userId: 'other' }), false],
  ['timers', event('alarm.dead', { userId: 'me' }), false],
  ['workspace_timers', event('timer.started', { userId: 'other' }), true],
  ['workspace_timers', event('member.joined', { userId: 'other' }), false],
  ['members', event('member.joined', { userId: 'other' }), true],
  ['members', event('invitation.created'), true],
  ['members', event('workspace.transferred'), true],
  ['members', event('timer.started', { userId: 'other' }), false],
  ['members', event('session.created', { userId: 'other' }), false],
  ['alarms', event('alarm.dead'), true],
  ['alarms', event('timer.started'), false],
  ['tickets', event('ticket.edited'), true],
  ['tickets', event('ticket.pinned', { userId: 'me' }), true],
  ['tickets', event('ticket.pinned', { userId: 'other' }), false],
  ['tickets', event('project.edited'), false],
  ['projects', event('project.archived'), true],
  ['projects', event('ticket.created'), false],
  ['imports', event('import.applied', { userId: 'me' }), true],
  ['imports', event('import.undone', { userId: 'other' }), true],
  ['imports', event('timer.added', { userId: 'me' }), false],
  ['notifications', event('notification.created', { userId: 'me' }), true],
  ['notifications', event('notification.created', { userId: 'other' }), false],
  ['notifications', event('push_subscription.created', { userId: 'me' }), false],
  [`alarm:${ID}`, event('alarm.dead'), true],
  [`alarm:${ID.toUpperCase()}`, event('alarm.dead'), true],
  [`alarm:${ID}`, event('alarm.dead', { subjectId: 'another' }), false],
  [`alarm:${ID}`, event('timer.started'), false],
  ['alarms:Backup, nightly', event('alarm.fired'), true],
  ['alarms:Backup', event('alarm.fired'), false],
  ['alarms:Backup', event('alarm.redriven', { data: { before: null, after: null, count: 3 } }), false],
  ['alarms:Backup', event('alarm.created', { data: { before: null, after: null, names: ['Other', 'Backup'] } }), true],
  ['alarms:Backup', event('alarm.created', { data: { before: null, after: null, names: ['Other'] } }), false],
  ['alarms:Backup', event('alarm.created', { data: { before: null, after: null, names: null } }), false],
])('%s has %o: %s', (name, one, expected) => {
  expect(findTopic(name)?.has(one, me)).toBe(expected);
});

test.each(['', 'timer', 'toString', 'alarm:', 'alarm:17', 'alarms:', `alarms:${'x'.repeat(201)}`, 'workspace_alarms'])(
  '%j is no topic',
  (name) => {
    expect(findTopic(name)).toBeNull();
  },
);

test('imports of others’ time are sent to callers who may see everyone’s time', () => {
  const member = { ...me, scopes: new Set<string>(permissionsOf('member')) };
  const has = (userId: string) => findTopic('imports')?.has(event('import.applied', { userId }), member);
  expect([has('me'), has('other')]).toEqual([true, false]);
});

test('a list of members changes with running timers and with invitations, for callers who may see them', () => {
  const member = { ...me, scopes: new Set<string>(permissionsOf('member')) };
  const isNotified = (type: FeedEvent['type'], actor: Actor) => changesMembers(event(type, { userId: 'other' }), actor);
  expect(
    ['timer.started', 'invitation.revoked', 'member.edited'].map((type) => isNotified(type as 'timer.started', me)),
  ).toEqual([true, true, true]);
  expect(
    ['timer.started', 'invitation.revoked', 'member.edited'].map((type) => isNotified(type as 'timer.started', member)),
  ).toEqual([false, false, true]);
  expect(isNotified('ticket.edited', me)).toBe(false);
});

test('a subscription without topics includes all that its caller may read', () => {
  const key = { kind: 'api_key', apiKeyId: ID } as const;
  const names = (scopes: readonly string[], credential: Actor['credential']) =>
    usualTopics({ ...me, credential, scopes: new Set(scopes) }).map(({ name }) => name);
  expect(names(['timers:read', 'alarms:read', 'timers:read_all', 'tickets:read'], key)).toEqual(['timers', 'alarms']);
  expect(names(['alarms:read'], key)).toEqual(['alarms']);
  expect(names(['tickets:read'], key)).toEqual([]);
  expect(names(permissionsOf('member'), me.credential)).toEqual([
    'timers',
    'members',
    'tickets',
    'projects',
    'imports',
    'notifications',
    'alarms',
  ]);
  expect(names(['projects:read'], me.credential)).toEqual(['projects']);
});

describe('topics in a query', () => {
  const names = (topics: string) => streamQuery.parse({ topics }).topics?.map(({ name }) => name);

  test('are separated by commas; a comma in a name is percent-encoded', () => {
    expect(names('timers,alarms')).toEqual(['timers', 'alarms']);
    expect(names('alarms:Backup%2C nightly,timers,')).toEqual(['alarms:Backup, nightly', 'timers']);
    expect(names('alarms:100 %')).toEqual(['alarms:100 %']);
  });

  test.each(['', ',', 'timers,nonsense', Array(101).fill('timers').join(',')])('%j is rejected', (topics) => {
    expect(streamQuery.safeParse({ topics }).success).toBe(false);
  });
});

test('a message of a socket has a type, and no unknown fields', () => {
  expect(socketInput.safeParse({ type: 'subscribe', topics: ['timers'], ref: 7 }).success).toBe(true);
  expect(socketInput.safeParse({ type: 'subscribe', topics: [] }).success).toBe(false);
  expect(socketInput.safeParse({ type: 'subscribe', topics: ['timers'], since: 'x' }).success).toBe(false);
  expect(socketInput.safeParse({ type: 'publish' }).success).toBe(false);
});
