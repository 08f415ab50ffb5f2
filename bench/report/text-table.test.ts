import { expect, test } from 'vitest';
import { figure, textTable } from '#/bench/report/text-table.ts';

test('columns are as wide as their widest cell', () => {
  const table = textTable(
    ['', 'p50 ms', 'lost'],
    [
      ['ours', '2.1', '0'],
      ['graphile-worker', '1,023', '12'],
    ],
  );
  expect(table.split('\n')).toEqual([
    '                    p50 ms   lost',
    '  ours                 2.1      0',
    '  graphile-worker    1,023     12',
  ]);
});

test.each([
  [0.8444, '0.84'],
  [12.34, '12.3'],
  [1_234.5, '1,235'],
  [0, '0'],
  [30_000, '30,000'],
  [Number.NaN, '-'],
  [undefined, '-'],
])('%d is written %s', (value, text) => expect(figure(value)).toBe(text));
