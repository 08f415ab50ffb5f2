import { describe, expect, test } from 'vitest';
import { recognizeColumns, suggestedMapping } from '#/lib/tracking/imports/import-sources.ts';

describe('entries of a new file', () => {
  const assigned = (header: string, ...cells: string[]) => {
    const { columns } = recognizeColumns(['start', header]);
    const rows = cells.map((cell) => ['2026-03-04 09:00', cell]);
    return suggestedMapping(columns, rows, 'Europe/Berlin').assign;
  };

  test.each<[why: string, header: string, cells: string[], assign: 'me' | 'by_person']>([
    ['go to each person where there are several emails', 'Email', ['maya@acme.dev', 'jonas@acme.dev'], 'by_person'],
    ['are mine where there is one email', 'Email', ['maya@acme.dev', ' Maya@Acme.dev ', ''], 'me'],
    ['are mine where no email is recognized', 'Mailbox', ['maya@acme.dev', 'jonas@acme.dev'], 'me'],
  ])('%s', (_why, header, cells, assign) => {
    expect(assigned(header, ...cells)).toBe(assign);
  });
});
