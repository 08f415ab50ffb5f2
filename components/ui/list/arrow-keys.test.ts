import type { KeyboardEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { arrowKeys } from '#/components/ui/list/arrow-keys.ts';

const LIST = { row: {}, contains: (target: unknown) => target === LIST.row };

test.each<[string, { key: string; target?: object; defaultPrevented?: boolean }, number[]]>([
  ['down on a row', { key: 'ArrowDown' }, [1]],
  ['up on a row', { key: 'ArrowUp' }, [-1]],
  ['another key', { key: 'ArrowRight' }, []],
  ['down that a menu in the list has handled', { key: 'ArrowDown', defaultPrevented: true }, []],
  ['down in a menu in a portal', { key: 'ArrowDown', target: {} }, []],
])('%s: %j moves %j', (_what, keys, steps) => {
  const navigate = vi.fn<(step: 1 | -1) => void>();
  const preventDefault = vi.fn();
  const event = { target: LIST.row, defaultPrevented: false, currentTarget: LIST, preventDefault, ...keys };
  arrowKeys(navigate)(event as unknown as KeyboardEvent);
  expect(navigate.mock.calls.flat()).toEqual(steps);
  expect(preventDefault).toHaveBeenCalledTimes(steps.length);
});
