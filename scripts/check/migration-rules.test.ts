import { describe, expect, test } from 'vitest';
import { violationsIn } from '#/scripts/check/migration-rules.ts';

const found = (...lines: string[]) => violationsIn('0043_a', lines.join('\n')).map(({ line, what }) => [line, what]);

describe('a change that breaks the previous version is a violation', () => {
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
    ['ALTER TABLE tickets ALTER COLUMN title SET NOT NULL;', 'rejects nulls'],
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

describe('a compatible change is allowed', () => {
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

  test('only a statement with a reason above it is exempt', () => {
    const reason = '-- compatible: nobody has read this column since 0041';
    const drop = 'ALTER TABLE tickets DROP COLUMN title;';
    expect(found(reason, drop)).toEqual([]);
    expect(found(reason, drop, drop)).toEqual([[3, 'drops part of a table']]);
    expect(found('-- compatible:', drop)).toHaveLength(1);
  });
});

describe('from 0053 on a migration blocks others only for a moment', () => {
  const late = (...lines: string[]) => violationsIn('0053_a', lines.join('\n')).map(({ line, what }) => [line, what]);

  test.each([
    ['CREATE INDEX tickets_title ON tickets (title);', 'builds an index'],
    ['create index if not exists "i" on "alarm_history" using gin (name);', 'builds an index'],
    ['CREATE INDEX CONCURRENTLY i ON alarms (url);', 'fails when it is repeated'],
    ['UPDATE alarms SET external_id = NULL;', 'changes rows'],
    ['INSERT INTO receivers (id) SELECT id FROM endpoints;', 'writes as many rows'],
    ['ALTER TABLE alarms ADD COLUMN token uuid DEFAULT gen_random_uuid();', 'rewrites'],
    ['ALTER TABLE alarms ADD COLUMN host text GENERATED ALWAYS AS (lower(url)) STORED;', 'rewrites'],
    ['-- compatible: all are short\nALTER TABLE alarms ADD CONSTRAINT c CHECK (length(name) < 9);', 'checks every row'],
    ['CLUSTER alarms USING alarms_due;', 'rewrites'],
    ['VACUUM FULL alarms;', 'rewrites'],
    ['REINDEX TABLE alarms;', 'rewrites'],
  ])('%s is rejected', (sql, what) => {
    expect(late(sql)).toEqual([[expect.any(Number), expect.stringContaining(what)]]);
  });

  test.each([
    ['an index that is built concurrently', 'CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON alarms (url);'],
    ['one that is declared for partitions', 'CREATE INDEX i ON ONLY alarm_history (url);'],
    [
      'one of a new table',
      'CREATE TABLE x (a int); CREATE INDEX i ON x (a); INSERT INTO x SELECT 1; UPDATE x SET a = 2;',
    ],
    ['a column with a default that is computed once', 'ALTER TABLE alarms ADD COLUMN at timestamptz DEFAULT now();'],
    [
      'a constraint that is checked later',
      '-- compatible: all are short\nALTER TABLE alarms ADD CONSTRAINT c CHECK (length(name) < 9) NOT VALID;',
    ],
    ['a type with a bound', '-- bounded: a workspace has twenty\nCREATE INDEX i ON projects (name);'],
  ])('%s is not', (_what, sql) => {
    expect(late(sql)).toEqual([]);
  });

  test('a unique index needs its reason even if it is built concurrently', () => {
    const unique = 'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS i ON alarms (url);';
    expect(late(unique)).toEqual([[1, expect.stringContaining('adds a rule')]]);
    expect(late('-- compatible: the version before writes none twice', unique)).toEqual([]);
  });

  test('a reason for one rule does not cover the other', () => {
    const unique = 'CREATE UNIQUE INDEX i ON alarms (url);';
    expect(late('-- compatible: none is written twice', unique)).toEqual([
      [2, expect.stringContaining('builds an index')],
    ]);
    expect(late('-- bounded: there are few', unique)).toEqual([[2, expect.stringContaining('adds a rule')]]);
  });
});

test('migrations from before the rule are exempt', () => {
  expect(violationsIn('0042_a', 'DROP TABLE tickets;')).toEqual([]);
  expect(violationsIn('0100_a', 'DROP TABLE tickets;')).toHaveLength(1);
});
