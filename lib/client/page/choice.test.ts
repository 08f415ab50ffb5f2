import { expect, it } from 'vitest';
import { type Choice, extendedTo, NOTHING_CHOSEN } from '#/lib/client/page/choice.ts';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const chosen = (...ids: string[]): Choice => ({ ids: new Set(ids), last: ids.at(-1) ?? null });
const idsOf = ({ ids }: Choice) => [...ids].sort().join('');

it.each([
  ['downwards', chosen('b'), 'd', 'bcd'],
  ['upwards', chosen('d'), 'b', 'bcd'],
  ['beside what was chosen before', chosen('a', 'd'), 'e', 'ade'],
  ['from where nothing was', NOTHING_CHOSEN, 'c', 'c'],
  ['from one that has left the list', chosen('x'), 'c', 'cx'],
])('extends to %s', (_how, before, id, ids) => {
  expect(extendedTo(ORDER, before, id)).toMatchObject({ last: id });
  expect(idsOf(extendedTo(ORDER, before, id))).toBe(ids);
});

it('does not extend to anything outside the list', () => {
  const before = chosen('e');
  expect(extendedTo(ORDER, before, 'corrected')).toBe(before);
});
