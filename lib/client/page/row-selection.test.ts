import { expect, it } from 'vitest';
import { NOTHING_SELECTED, type RowSelection, withRangeTo } from '#/lib/client/page/row-selection.ts';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const chosen = (...ids: string[]): RowSelection => ({ ids: new Set(ids), last: ids.at(-1) ?? null });
const idsOf = ({ ids }: RowSelection) => [...ids].sort().join('');

it.each([
  ['downwards', chosen('b'), 'd', 'bcd'],
  ['upwards', chosen('d'), 'b', 'bcd'],
  ['in addition to the earlier selection', chosen('a', 'd'), 'e', 'ade'],
  ['from an empty position', NOTHING_SELECTED, 'c', 'c'],
  ['from one that is no longer in the list', chosen('x'), 'c', 'cx'],
])('extends to %s', (_how, before, id, ids) => {
  expect(withRangeTo(ORDER, before, id)).toMatchObject({ last: id });
  expect(idsOf(withRangeTo(ORDER, before, id))).toBe(ids);
});

it('does not extend to anything outside the list', () => {
  const before = chosen('e');
  expect(withRangeTo(ORDER, before, 'corrected')).toBe(before);
});
