import { expect, test } from 'vitest';
import type { FeedEvent } from '#/lib/feed/events/event.ts';
import { CSV_HEAD, csvLine } from '#/lib/feed/events/event-csv.ts';

const MAYA = '019a9f00-0000-7000-8000-000000000001';
const WEEK: FeedEvent = {
  id: 48_211n,
  workspaceId: '019a9f00-0000-7000-8000-000000000002',
  userId: MAYA,
  type: 'week.returned',
  subjectId: MAYA,
  actor: { kind: 'session', id: '019a9f00-0000-7000-8000-000000000003', user_id: MAYA },
  data: { before: { status: 'submitted' }, after: { status: 'returned', comment: 'Add "Tuesday", please.' } },
  requestId: 'r-1',
  createdAt: new Date('2026-11-22T14:32:08.123Z'),
};

test('an event is a line with as many cells as the header, quoted where necessary', () => {
  expect(CSV_HEAD).toBe(
    'id,created_at,type,actor_kind,actor_id,actor_user_id,actor_name,user_id,user_name,subject_id,reason,before,after,request_id\r\n',
  );
  expect(csvLine(WEEK, new Map([[MAYA, 'Maya Lindqvist']]))).toBe(
    `48211,2026-11-22T14:32:08.123Z,week.returned,session,019a9f00-0000-7000-8000-000000000003,${MAYA},Maya Lindqvist,${MAYA},Maya Lindqvist,${MAYA},"Add ""Tuesday"", please.","{""status"":""submitted""}","{""status"":""returned"",""comment"":""Add \\""Tuesday\\"", please.""}",r-1\r\n`,
  );
});

test('an action of the service itself names no person, and unknown values are empty', () => {
  const event: FeedEvent = {
    ...WEEK,
    userId: null,
    actor: { kind: 'worker', id: 'engine' },
    data: { before: null, after: null },
    requestId: null,
  };
  expect(csvLine(event, new Map())).toBe(
    `48211,2026-11-22T14:32:08.123Z,week.returned,worker,engine,,,,,${MAYA},,,,\r\n`,
  );
});

test.each(['=1+1', '+1', '-1', '@sum(a1)', '\t=1', '\r=1'])(
  'a name such as %j is no formula in a spreadsheet',
  (name) => {
    expect(csvLine(WEEK, new Map([[MAYA, name]]))).toContain(`'${name}`);
  },
);

test('the reason of a correction is its text, not its kind', () => {
  const data = { before: null, after: { title: 'x' }, reason: 'split', correction: { id: MAYA, comment: 'Agreed.' } };
  expect(csvLine({ ...WEEK, type: 'timer.corrected', data }, new Map())).toContain(',Agreed.,');
});
