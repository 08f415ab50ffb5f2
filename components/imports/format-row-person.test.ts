import { describe, expect, test } from 'vitest';
import { formatRowPerson } from '#/components/imports/format-row-person.ts';

type One = Parameters<typeof formatRowPerson>[1];

const nameOf = (userId: string | null | undefined) => (userId === 'jonas-id' ? 'Jonas Weber' : '');
const importOf = (columns: object, change: Partial<One['mapping']> = {}, people = ['maya', 'jonas']) =>
  ({
    mapping: { assign: 'by_person', columns, ...change },
    people: people.map((name) => ({ name })),
  }) as unknown as One;

describe('the person of a row', () => {
  test('is the member if known', () => {
    const row = { user_id: 'jonas-id', cells: ['jonas@acme.dev'] };
    expect(formatRowPerson(row, importOf({ email: 0 }), nameOf)).toBe('Jonas Weber');
  });

  test.each([
    [{ email: 0, person: 1 }, ['ida@acme.dev', 'Ida'], 'ida@acme.dev'],
    [{ person: 0, last_name: 1 }, ['Ida', 'Holm'], 'Ida Holm'],
    [{ email: 0 }, [''], null],
  ])('is otherwise as in the file: %j of %j', (columns, cells, person) => {
    expect(formatRowPerson({ user_id: null, cells }, importOf(columns), nameOf)).toBe(person);
  });

  test('is omitted if all entries are mine, or the file has one person', () => {
    const row = { user_id: 'jonas-id', cells: ['jonas@acme.dev'] };
    expect(formatRowPerson(row, importOf({ email: 0 }, { assign: 'me' }), nameOf)).toBeNull();
    expect(formatRowPerson(row, importOf({ email: 0 }, {}, ['jonas']), nameOf)).toBeNull();
  });
});
