import { describe, expect, it } from 'vitest';
import {
  AUDIT_GROUPS,
  auditHref,
  auditQuery,
  isEverything,
  readAuditView,
  UNFILTERED_VIEW,
} from '#/lib/client/audit/audit-view.ts';
import { styleOf } from '#/lib/client/time/time-style.ts';
import { EVENT_TYPES } from '#/lib/feed/events/event-types.ts';

const MAYA = '019a9f00-0000-7000-8000-000000000001';
const VIEW = { actor: MAYA, user: '', type: 'week.*', from: '2026-10-25', to: '2026-10-25' };

describe('a URL', () => {
  it('contains the filter and nothing else', () => {
    expect(auditHref(UNFILTERED_VIEW)).toBe('/team/audit');
    expect(auditHref(VIEW)).toBe(`/team/audit?actor=${MAYA}&type=week.*&from=2026-10-25&to=2026-10-25`);
    expect(readAuditView(new URL(auditHref(VIEW), 'https://timers.test').searchParams)).toEqual(VIEW);
  });

  it('with unknown values filters nothing', () => {
    const query = new URLSearchParams({ actor: 'maya', user: '1', type: 'weather.*', from: 'today', to: '2026-13-40' });
    expect(readAuditView(query)).toEqual(UNFILTERED_VIEW);
    expect(isEverything(readAuditView(query))).toBe(true);
  });
});

describe('requests to the API', () => {
  it('cover days as they begin and end for the reader, also of 25 hours', () => {
    expect(Object.fromEntries(auditQuery(VIEW, styleOf('Europe/Berlin')))).toEqual({
      type: 'week.*',
      actor_id: MAYA,
      from: '2026-10-24T22:00:00.000Z',
      to: '2026-10-25T23:00:00.000Z',
    });
  });

  it('cover everything by default', () => {
    expect(auditQuery(UNFILTERED_VIEW, styleOf('UTC')).toString()).toBe('');
  });
});

it('every type of event is in a group that can be chosen', () => {
  const groups = AUDIT_GROUPS.map(([group]) => group.replace('*', ''));
  expect(EVENT_TYPES.filter((type) => !groups.some((group) => type.startsWith(group)))).toEqual([]);
});
