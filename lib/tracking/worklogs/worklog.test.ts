import { describe, expect, test } from 'vitest';
import { gitlab } from '#/lib/tracking/worklogs/gitlab.ts';
import { jiraDataCenter } from '#/lib/tracking/worklogs/jira.ts';
import { settledOf } from '#/lib/tracking/worklogs/settled.ts';
import { outcomeOf, type TrackerCalls, type TrackerResponse } from '#/lib/tracking/worklogs/tracker.ts';
import {
  type DesiredWorklog,
  hashOf,
  markerOf,
  nextAction,
  retryWaitMs,
  type Worklog,
} from '#/lib/tracking/worklogs/worklog.ts';

const day = '2026-03-09';
const wanted: DesiredWorklog = {
  day,
  issueId: '10412',
  startedAt: new Date('2026-03-09T12:00:00Z'),
  minutes: 90,
  comment: 'Limits',
};
const pushed: Worklog = {
  day,
  state: 'pushed',
  issueId: '10412',
  remoteId: '7',
  isUnsure: false,
  contentHash: hashOf(wanted),
  failedHash: null,
  claimedAt: null,
  attempts: 0,
};
const none = { remoteId: null, contentHash: null };

describe('the next action for a worklog', () => {
  const CASES: [string, Worklog | null, DesiredWorklog | null, string | null, string | null][] = [
    ['is nothing when none exists and none is wanted', null, null, null, null],
    ['creates what does not exist', null, wanted, 'create', 'create'],
    ['is nothing when the tracker already has it', pushed, wanted, null, null],
    ['writes other content', pushed, { ...wanted, minutes: 60 }, 'update', 'remove'],
    ['removes what is no longer wanted', pushed, null, 'remove', 'remove'],
    ['removes what is wanted on another issue', pushed, { ...wanted, issueId: '10413' }, 'remove', 'remove'],
    ['creates what was removed', { ...pushed, ...none, state: 'waiting' }, wanted, 'create', 'create'],
    [
      'deletes the record of what was removed for good',
      { ...pushed, ...none, state: 'waiting' },
      null,
      'forget',
      'forget',
    ],
    ['looks for what may exist', { ...pushed, ...none, isUnsure: true }, wanted, 'find', 'find'],
    [
      'is to look for it also when it is no longer wanted',
      { ...pushed, ...none, isUnsure: true },
      null,
      'find',
      'find',
    ],
    [
      'is to look for what a worker that died has sent',
      { ...pushed, ...none, state: 'sending' },
      wanted,
      'find',
      'find',
    ],
    [
      'is to write again what a worker that died may have written',
      { ...pushed, state: 'sending', contentHash: null },
      wanted,
      'update',
      'remove',
    ],
    [
      'is nothing when it failed for good',
      { ...pushed, ...none, state: 'failed', failedHash: hashOf(wanted) },
      wanted,
      null,
      null,
    ],
    [
      'is to create what failed once it is another',
      { ...pushed, ...none, state: 'failed', failedHash: hashOf({ ...wanted, minutes: 1 }) },
      wanted,
      'create',
      'create',
    ],
  ];

  test.each(CASES)('%s', (_what, known, want, whenEditable, whenNot) => {
    expect(nextAction(known, want, { canEdit: true })?.kind ?? null).toBe(whenEditable);
    expect(nextAction(known, want, { canEdit: false })?.kind ?? null).toBe(whenNot);
  });
});

describe('a response of a tracker', () => {
  const response = (status: number, retryAfterMs: number | null = null): TrackerResponse => ({
    kind: 'response',
    status,
    body: '{"id":"7"}',
    retryAfterMs,
  });
  const CASES: [string, TrackerResponse, object][] = [
    ['that is valid is the value', response(201), { kind: 'done', value: '7' }],
    [
      'that can’t be read leaves open whether it was done',
      { ...response(200), body: '<html>' } as TrackerResponse,
      { kind: 'unsure' },
    ],
    [
      'that never came to a request leaves that open too',
      { kind: 'no_response', detail: 'No answer within 15000 ms.', wasSent: true },
      { kind: 'unsure', error: 'No answer within 15000 ms.' },
    ],
    [
      'that never came as nothing was sent is no such thing',
      { kind: 'no_response', detail: 'Nothing listens.', wasSent: false },
      { kind: 'unavailable' },
    ],
    ['of a failed server leaves it open', response(502), { kind: 'unsure' }],
    ['that asks for a pause states how long', response(429, 90_000), { kind: 'busy', retryAfterMs: 90_000 }],
    [
      'that asks for a pause without saying how long means a minute',
      response(429),
      { kind: 'busy', retryAfterMs: 60_000 },
    ],
    ['of maintenance states how long', response(503, 5_000), { kind: 'busy', retryAfterMs: 5_000 }],
    ['to a token that expired', response(401), { kind: 'unauthorized' }],
    ['to a token that may not do this', response(403), { kind: 'forbidden' }],
    ['about something that does not exist', response(404), { kind: 'gone' }],
    ['that rejects', response(400), { kind: 'rejected', error: 'It responded with 400: Too short.' }],
  ];

  test.each(CASES)('%s', (_what, given, expected) => {
    const read = (json: unknown) => (json ? { value: (json as { id: string }).id } : null);
    expect(outcomeOf(given, read, () => 'Too short.')).toMatchObject(expected);
  });
});

test('attempts get further apart, and six of them are the maximum', () => {
  const waits = [1, 2, 3, 4, 5, 6].map((attempts) => retryWaitMs(attempts) ?? 0);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits.every((ms) => ms > 0)).toBe(true);
  expect(retryWaitMs(7)).toBeNull();
});

test('a worklog that was given up gets all its attempts again once its session has changed', () => {
  const known: Worklog = { ...pushed, ...none, state: 'failed', failedHash: 'of another content', attempts: 7 };
  const action = { kind: 'create', day, wanted } as const;
  const now = new Date('2026-03-09T15:00:00Z');
  const outcome = { kind: 'unavailable', error: 'Nothing listens.' } as const;
  const settled = settledOf({ action, wanted, known, outcome, now });
  expect(settled).toMatchObject({ state: 'waiting', attempts: 1, nextAttemptAt: new Date('2026-03-09T15:01:00Z') });
});

describe('a worklog is searched by its marker', () => {
  const name = { timerId: '019cd1f4-0000-7000-8000-000000000001', day, issueId: 'issue:301' };
  const account = { baseUrl: 'https://tracker.example', token: 'token', adjustsEstimate: false };
  const marker = markerOf(name.timerId, day);
  const distinguishes = (json: object) => {
    let requests = 0;
    const send: TrackerCalls['send'] = async () => {
      requests += 1;
      return { kind: 'response', status: 200, body: JSON.stringify(json), retryAfterMs: null };
    };
    return { send, urlProblem: () => null, requests: () => requests };
  };
  const page = (nodes: object[], pageInfo: object) => ({ data: { item: { timelogs: { nodes, pageInfo } } } });
  const LAST = { hasNextPage: false, endCursor: null };

  test.each([
    [`Limits ${marker}`, '7'],
    [marker, '7'],
    [`Limits ${marker}\n`, '7'],
    [`Limits ${marker} [timer-service 019cd1f4-0000-7000-8000-000000000002/${day}]`, null],
    [null, null],
  ])('and found at the very end of a summary or comment: %j', async (text, found) => {
    const outcomes = [
      await gitlab(distinguishes(page([{ id: '7', summary: text }], LAST)), account).find(name),
      await jiraDataCenter(distinguishes({ worklogs: [{ id: '7', comment: text }] }), account).find(name),
    ];
    expect(outcomes).toEqual([found, found].map((value) => ({ kind: 'done', value })));
  });

  test.each([
    ['returns with the same cursor', 'again'],
    ['reports another page without a cursor', null],
  ])('and not found when a page %s', async (_what, endCursor) => {
    const calls = distinguishes(page([], { hasNextPage: true, endCursor }));
    expect(await gitlab(calls, account).find(name)).toMatchObject({ kind: 'unsure' });
    expect(calls.requests()).toBeLessThan(3);
  });

  test('on a limited number of pages', async () => {
    let place = 0;
    const send: TrackerCalls['send'] = async () => {
      place += 1;
      const body = JSON.stringify(page([], { hasNextPage: true, endCursor: `${place}` }));
      return { kind: 'response', status: 200, body, retryAfterMs: null };
    };
    expect(await gitlab({ send, urlProblem: () => null }, account).find(name)).toMatchObject({ kind: 'unsure' });
    expect(place).toBe(50);
  });
});
