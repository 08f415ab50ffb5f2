import { expect, test } from 'vitest';
import { StatementNames } from '#/lib/db/statement-names.ts';

test('a statement marked as prepared always has the same name of its own', () => {
  const names = new StatementNames();
  const [one, two] = ['/* prepared */ select 1', '\n    /* prepared */ select 2'].map((sql) => names.nameOf(sql));
  expect(one).toMatch(/^\w+$/);
  expect(two).toMatch(/^\w+$/);
  expect(one).not.toBe(two);
  expect(names.nameOf('/* prepared */ select 1')).toBe(one);
});

test.each(['select 1', 'select 1 /* prepared */', '/* prepared: no */ select 1'])('%s has no name', (sql) => {
  expect(new StatementNames().nameOf(sql)).toBe('');
});
