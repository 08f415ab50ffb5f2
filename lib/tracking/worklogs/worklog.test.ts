import { describe, expect, test } from 'vitest';
import { outcomeOf, type TrackerResponse } from '#/lib/tracking/worklogs/tracker.ts';
import { hashOf, nextAction, retryWaitMs, type WantedWorklog, type Worklog } from '#/lib/tracking/worklogs/worklog.ts';

const day = '2026-03-09';
const wanted: WantedWorklog = {
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

describe('what is done next about a worklog', () => {
  const CASES: [string, Worklog | null, WantedWorklog | null, string | null, string | null][] = [
    ['is nothing where there is none and is to be none', null, null, null, null],
    ['is to create what is not there', null, wanted, 'create', 'create'],
    ['is nothing when the tracker has it', pushed, wanted, null, null],
    ['is to write another content', pushed, { ...wanted, minutes: 60 }, 'update', 'remove'],
    ['is to remove what is no longer wanted', pushed, null, 'remove', 'remove'],
    ['is to remove what is wanted on another issue', pushed, { ...wanted, issueId: '10413' }, 'remove', 'remove'],
    ['is to create what was removed', { ...pushed, ...none, state: 'waiting' }, wanted, 'create', 'create'],
    ['is to forget what was removed for good', { ...pushed, ...none, state: 'waiting' }, null, 'forget', 'forget'],
    ['is to look for what may be there', { ...pushed, ...none, isUnsure: true }, wanted, 'find', 'find'],
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
    ['that is good is the value', response(201), { kind: 'done', value: '7' }],
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
    ['of a server that failed leaves it open', response(502), { kind: 'unsure' }],
    ['that asks for a pause says how long', response(429, 90_000), { kind: 'busy', retryAfterMs: 90_000 }],
    [
      'that asks for a pause without saying how long means a minute',
      response(429),
      { kind: 'busy', retryAfterMs: 60_000 },
    ],
    ['of maintenance says how long', response(503, 5_000), { kind: 'busy', retryAfterMs: 5_000 }],
    ['to a token that expired', response(401), { kind: 'unauthorized' }],
    ['to a token that may not', response(403), { kind: 'unauthorized' }],
    ['about what is not there', response(404), { kind: 'gone' }],
    ['that rejects', response(400), { kind: 'rejected', error: 'It responded with 400: Too short.' }],
  ];

  test.each(CASES)('%s', (_what, given, expected) => {
    const read = (json: unknown) => (json ? { value: (json as { id: string }).id } : null);
    expect(outcomeOf(given, read, () => 'Too short.')).toMatchObject(expected);
  });
});

test('attempts are further apart each time, and six of them are enough', () => {
  const waits = [1, 2, 3, 4, 5, 6].map((attempts) => retryWaitMs(attempts) ?? 0);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits.every((ms) => ms > 0)).toBe(true);
  expect(retryWaitMs(7)).toBeNull();
});
