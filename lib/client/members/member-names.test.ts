import { describe, expect, it } from 'vitest';
import { memberNames } from '#/lib/client/members/member-names.ts';

const MEMBERS = [{ user_id: 'maya', name: 'Maya Lindqvist' }];
const FORMER = [{ user_id: 'jonas', name: 'Jonas Weber' }];

describe('a person’s name is', () => {
  it.each([
    ['a member’s', 'maya', undefined, 'Maya Lindqvist'],
    ['a former member’s, marked as such', 'jonas', undefined, 'Jonas Weber (former member)'],
    ['a former member without a trace', 'leo', 'Leo Costa', 'Leo Costa (former member)'],
    ['not known for a deleted account', 'leo', undefined, 'Former member'],
    ['not known for no one', null, undefined, 'Former member'],
  ])('%s', (_what, userId, known, words) => {
    expect(memberNames(MEMBERS, FORMER)(userId, known)).toBe(words);
  });

  it('not marked as former before the members are loaded', () => {
    expect(memberNames(undefined, FORMER)('maya', 'Maya Lindqvist')).toBe('Maya Lindqvist');
    expect(memberNames(undefined, undefined)('maya')).toBe('');
    expect(memberNames(MEMBERS, undefined)('jonas')).toBe('');
  });
});
