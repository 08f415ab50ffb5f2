import { expect, test } from 'vitest';
import { chartCsv, fileNameOf, readPoint } from '#/components/charts/chart-table.ts';

const TABLE = {
  columns: ['Day', 'Tracked', 'Title'],
  rows: [
    ['Mon 2', { label: '1 h 04 min', value: 3_840, unit: 'seconds' }, '=1+1'],
    ['Tue 3', { label: '–', value: '' }, 'A, “B”'],
  ],
};

test('a point of a chart is read with the name of each of its values', () => {
  expect(readPoint(TABLE, 0)).toBe('Mon 2: Tracked 1 h 04 min, Title =1+1');
  expect(readPoint(TABLE, 2)).toBe('');
});

test('a chart is exported as CSV with its values as numbers, and text is never a formula', () => {
  expect(chartCsv(TABLE)).toBe('Day,Tracked (seconds),Title\r\nMon 2,3840,\'=1+1\r\nTue 3,,"A, “B”"\r\n');
});

test('an exported chart is a file named after its title', () => {
  expect(fileNameOf('Due and fired: 1 – 19 November')).toBe('due-and-fired-1-19-november');
});
