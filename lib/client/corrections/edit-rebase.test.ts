import { describe, expect, it } from 'vitest';
import { rebaseEdit } from '#/lib/client/corrections/edit-rebase.ts';
import type { EditTimerBody } from '#/lib/tracking/timers/timer-input-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { timerJson } from '#/test/timer-json.ts';

const ticket = (key: string) => ({ id: key.toLowerCase(), key, title: key, url: null });
const base = timerJson({ title: 'Old', tags: ['a', 'b'], ticket: ticket('API-1') });
const isConflict: null = null;

describe('an edit based on a version that another device has changed', () => {
  it.each<[string, Partial<TimerJson>, EditTimerBody, EditTimerBody | null]>([
    ['title against a pause', { status: 'paused' }, { title: 'Mine' }, { title: 'Mine' }],
    ['title against tags', { tags: ['c'] }, { title: 'Mine' }, { title: 'Mine' }],
    ['title against title', { title: 'Theirs' }, { title: 'Mine' }, isConflict],
    ['title against the same title', { title: 'Mine' }, { title: 'Mine' }, { title: 'Mine' }],
    ['title as it was against title', { title: 'Theirs' }, { title: 'Old', ticket_id: 'x' }, { ticket_id: 'x' }],
    ['ticket against title', { title: 'Theirs' }, { ticket_key: 'API-2' }, { ticket_key: 'API-2' }],
    ['ticket against ticket', { ticket: ticket('API-3') }, { ticket_id: 'api-2' }, isConflict],
    ['ticket against no ticket', { ticket: null }, { ticket_key: 'API-2' }, isConflict],
    ['no ticket against ticket', { ticket: ticket('API-3') }, { ticket_id: null }, isConflict],
    ['project against project', { project: { id: 'p', name: 'P' } }, { project_id: null }, isConflict],
    [
      'tag added against tag added',
      { tags: ['a', 'b', 'c'] },
      { tags: ['a', 'b', 'd'] },
      { tags: ['a', 'b', 'c', 'd'] },
    ],
    ['tag taken against tag added', { tags: ['a', 'b', 'c'] }, { tags: ['a'] }, { tags: ['a', 'c'] }],
    ['tag added against tag taken', { tags: ['b'] }, { tags: ['a', 'b', 'd'] }, { tags: ['b', 'd'] }],
  ])('is merged field by field: %s', (_, change, body, expected) => {
    expect(rebaseEdit(body, base, { ...base, ...change, version: 9 })).toEqual(expected);
  });
});
