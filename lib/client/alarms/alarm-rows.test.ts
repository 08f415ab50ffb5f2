import { describe, expect, it } from 'vitest';
import { adjacentRow, steadyRows } from '#/lib/client/alarms/alarm-rows.ts';

const rows = (ids: string, state = 'old') => [...ids].map((id) => ({ id, state }));
const ids = (list: { id: string }[]) => list.map(({ id }) => id).join('');

describe('rows on screen', () => {
  it('keep their order and are updated in place', () => {
    const { rows: shown, waiting } = steadyRows([...'abc'], rows('cab', 'new'), null);
    expect(ids(shown)).toBe('abc');
    expect(shown.every(({ state }) => state === 'new')).toBe(true);
    expect(waiting).toBe(0);
  });

  it('hold back new rows', () => {
    const { rows: shown, waiting } = steadyRows([...'abc'], rows('xaybc'), null);
    expect(ids(shown)).toBe('abc');
    expect(waiting).toBe(2);
  });

  it('continue with the next page', () => {
    const { rows: shown, waiting } = steadyRows([...'abc'], rows('xabcde'), null);
    expect(ids(shown)).toBe('abcde');
    expect(waiting).toBe(1);
  });

  it('lose rows that left, but not the selected one', () => {
    const selected = { id: 'b', state: 'delivered' };
    const { rows: shown } = steadyRows([...'abc'], rows('c'), selected);
    expect(shown).toEqual([selected, { id: 'c', state: 'old' }]);
  });

  it('keep the fields of the selected one that only the list has', () => {
    const listed = [{ id: 'a', state: 'dead', last: '404' }];
    expect(
      steadyRows<{ id: string; state: string; last?: string }>(['a'], listed, { id: 'a', state: 'scheduled' }).rows,
    ).toEqual([{ id: 'a', state: 'scheduled', last: '404' }]);
  });

  it('do not include a selected one that was never among them', () => {
    expect(ids(steadyRows([...'ab'], rows('ab'), { id: 'z', state: '' }).rows)).toBe('ab');
  });

  it('begin with all rows', () => {
    expect(ids(steadyRows([], rows('abc'), null).rows)).toBe('abc');
  });
});

describe('moving through rows', () => {
  it.each([
    [null, 1, 'a'],
    [null, -1, 'a'],
    ['a', 1, 'b'],
    ['c', 1, 'c'],
    ['a', -1, 'a'],
    ['gone', 1, 'a'],
  ] as const)('from %s by %d is %s', (from, step, to) => {
    expect(adjacentRow([...'abc'], from, step)).toBe(to);
  });

  it('returns null without rows', () => {
    expect(adjacentRow([], null, 1)).toBeNull();
  });
});
