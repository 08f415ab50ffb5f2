import { describe, expect, test } from 'vitest';
import { violationsIn } from '#/scripts/check/migration-rules.ts';

const found = (...lines: string[]) => violationsIn('0043_a', lines.join('\n')).map(({ line, what }) => [line, what]);

describe('what the previous version cannot live with is a violation', () => {
  test.each([
    ['DROP TABLE tickets;', 'drops what'],
    ['DROP VIEW daily_totals;', 'drops what'],
    ['DROP INDEX tickets_key;', 'drops an index'],
    ['ALTER TABLE "tickets" DROP COLUMN "title";', 'drops part'],
    ['alter table tickets drop constraint tickets_key_form;', 'drops part'],
    ['ALTER TABLE tickets RENAME COLUMN title TO name;', 'renames'],
    ['ALTER TABLE tickets RENAME TO issues;', 'renames'],
    ['ALTER TABLE tickets ALTER COLUMN estimate TYPE bigint;', 'changes the type'],
    ['ALTER TABLE tickets ALTER estimate SET DATA TYPE bigint;', 'changes the type'],
    ['ALTER TABLE tickets ALTER COLUMN title SET NOT NULL;', 'refuses nulls'],
    ['ALTER TABLE tickets ADD COLUMN place text NOT NULL;', 'adds a column without a default'],
    ['ALTER TABLE tickets ADD a int NOT NULL, ADD b int NOT NULL DEFAULT 0;', 'adds a column without a default'],
    ['ALTER TABLE tickets ADD place numeric(3, 1) NOT NULL;', 'adds a column without a default'],
    ['ALTER TABLE tickets ADD CONSTRAINT short CHECK (length(title) < 9);', 'adds a constraint'],
    ['CREATE UNIQUE INDEX tickets_title ON tickets (title);', 'adds a rule'],
    ['CREATE TRIGGER t BEFORE INSERT ON tickets FOR EACH ROW EXECUTE FUNCTION f();', 'adds a rule'],
    ['CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql AS $$ select 1; $$;', 'replaces what'],
    ["ALTER TYPE alarm_status ADD VALUE 'paused';", 'changes a type'],
    ['DELETE FROM tickets;', 'deletes rows'],
    ['TRUNCATE tickets;', 'deletes rows'],
    ["DO $$ BEGIN EXECUTE 'drop table tickets'; END $$;", 'runs code'],
  ])('%s', (sql, what) => {
    expect(found('-- Why it is done.', '', sql)).toEqual([[3, expect.stringContaining(what)]]);
  });
});

describe('the previous version lives with', () => {
  test.each([
    ['a column that may be empty', 'ALTER TABLE tickets ADD COLUMN place text;'],
    ['a column with a default', "ALTER TABLE tickets ADD COLUMN place text NOT NULL DEFAULT 'x; drop table';"],
    ['an index', 'CREATE INDEX tickets_title ON tickets (title);'],
    ['new values', "UPDATE api_keys SET prefix = '' WHERE name = 'DROP TABLE x;';"],
    ['a new function', 'CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $f$ delete from x; select 1; $f$;'],
    ['a new type', "CREATE TYPE kind AS ENUM ('a', 'b');"],
    ['a comment', '-- drop table tickets;'],
    [
      'whatever is done to a table that is new',
      'CREATE TABLE "x" (a int); ALTER TABLE "x" ADD CONSTRAINT c CHECK (a > 0); CREATE UNIQUE INDEX i ON "x" (a);',
    ],
  ])('%s', (_what, sql) => {
    expect(found(sql)).toEqual([]);
  });

  test('what has a reason over it, and only that', () => {
    const reason = '-- compatible: nobody has read this column since 0041';
    const drop = 'ALTER TABLE tickets DROP COLUMN title;';
    expect(found(reason, drop)).toEqual([]);
    expect(found(reason, drop, drop)).toEqual([[3, 'drops part of a table']]);
    expect(found('-- compatible:', drop)).toHaveLength(1);
  });
});

test('migrations from before the rule are left as they are', () => {
  expect(violationsIn('0042_a', 'DROP TABLE tickets;')).toEqual([]);
  expect(violationsIn('0100_a', 'DROP TABLE tickets;')).toHaveLength(1);
});
