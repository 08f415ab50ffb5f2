// Rules for migrations: during a rolling restart, processes of the previous version keep running for a while, with the
// statements, tables and types that they know, and must not wait long for its locks. docs/decisions/0035 has the
// reasons. Searches text, not syntax.

export type Violation = { line: number; what: string };

/** Migrations before this number are older than the rule. */
const FIRST = 43;

/** The first migration whose lock time is checked. */
const FIRST_BOUNDED = 53;

/** A comment above a statement: why the previous version still works with it. */
const REASON = /^\s*-- compatible: \S/m;
/** A comment above a statement: why it is instant, whatever the size of the table. */
const BOUND = /^\s*-- bounded: \S/m;

const NAME = String.raw`(?:only\s+)?(?:if\s+(?:not\s+)?exists\s+)?(?:public\.)?"?(\w+)"?`;
const ALTER_TABLE = new RegExp(String.raw`^alter\s+table\s+${NAME}`, 'i');
const CREATE_TABLE = new RegExp(String.raw`^create\s+(?:unlogged\s+)?table\s+${NAME}`, 'i');

type Rule = { pattern: RegExp; what: string };

/** Checks for any statement. */
const RULES: Rule[] = [
  { pattern: /^drop\s+(?!index)/i, what: 'drops what the previous version may use' },
  { pattern: /^drop\s+index/i, what: 'drops an index, by which the previous version may tell conflicts' },
  { pattern: /^truncate|^delete\s/i, what: 'deletes rows that the previous version may expect' },
  { pattern: /^alter\s+type\s/i, what: 'changes a type whose values the previous version knows' },
  { pattern: /^do\s/i, what: 'runs code that no rule can read' },
  { pattern: /^revoke\s/i, what: 'takes rights away' },
  { pattern: /^create\s+or\s+replace\s/i, what: 'replaces what the previous version calls' },
];

/** Checks for each action of an ALTER TABLE on a table that existed before the migration. */
const ACTION_RULES: Rule[] = [
  { pattern: /\bdrop\s/i, what: 'drops part of a table' },
  { pattern: /\brename\s/i, what: 'renames what the previous version knows by its name' },
  { pattern: /\balter\s+(?:column\s+)?"?\w+"?\s+(?:set\s+data\s+)?type\s/i, what: 'changes the type of a column' },
  { pattern: /\bset\s+not\s+null/i, what: 'rejects nulls that the previous version may write' },
  {
    pattern: /\badd\s+(?:constraint|check|foreign|primary|unique|exclude)\b/i,
    what: 'adds a constraint that rows of the previous version may violate',
  },
  {
    pattern: /\badd\s(?![\s\S]*\b(?:constraint|check|default|generated)\b)[\s\S]*\bnot\s+null/i,
    what: 'adds a column without a default that the previous version does not fill',
  },
];

/** Statements of a migration that processes of the previous version may not work with. */
export function violationsIn(name: string, sql: string): Violation[] {
  if (Number.parseInt(name, 10) < FIRST) return [];
  const isBoundRequired = Number.parseInt(name, 10) >= FIRST_BOUNDED;
  const statements = statementsOf(sql);
  const created = new Set(statements.map(({ text }) => CREATE_TABLE.exec(text)?.[1]?.toLowerCase()));
  return statements.flatMap(({ text, line, comment }) => {
    const against = [
      ...(REASON.test(comment) ? [] : rulesAgainst(text, created)),
      ...(!isBoundRequired || BOUND.test(comment) ? [] : longWorkIn(text, created)),
    ];
    return against.map(({ what }) => ({ line, what }));
  });
}

/**
 * Checks for any statement on a table that existed before the migration: operations that take longer with more rows.
 */
const LONG_WORK: Rule[] = [
  {
    pattern: /^create\s+(?:unique\s+)?index\s+(?!concurrently\b)(?![\s\S]*\son\s+only\s)/i,
    what: 'builds an index while nobody can write: CONCURRENTLY in a migration of its own, or ON ONLY a partitioned table',
  },
  {
    pattern: /^create\s+(?:unique\s+)?index\s+concurrently\s+(?!if\s+not\s+exists\b)/i,
    what: 'fails when it is repeated after a process that ended between the index and its record: IF NOT EXISTS',
  },
  { pattern: /^update\s/i, what: 'changes rows that others wait for' },
  { pattern: /^insert\s[\s\S]*\sselect\s/i, what: 'writes as many rows as there are' },
  { pattern: /^(?:cluster|reindex|vacuum\s+full|refresh\s+materialized)\b/i, what: 'rewrites a table or an index' },
];
const LONG_ACTIONS: Rule[] = [
  {
    pattern: /\bdefault\s+(?!now\s*\()\w+\s*\(|\bgenerated\b(?![\s\S]*\bidentity\b)/i,
    what: 'rewrites the table while nobody can use it',
  },
  {
    pattern: /\badd\s+(?:constraint\s+"?\w+"?\s+)?(?:check|foreign)\b(?![\s\S]*\bnot\s+valid\b)/i,
    what: 'checks every row while nobody can write: NOT VALID, and VALIDATE CONSTRAINT in the next migration',
  },
];
const ABOUT = [
  ALTER_TABLE,
  new RegExp(String.raw`^create\s+(?:unique\s+)?index\s[\s\S]*?\son\s+${NAME}`, 'i'),
  new RegExp(String.raw`^(?:update|insert\s+into)\s+${NAME}`, 'i'),
];

function longWorkIn(text: string, created: ReadonlySet<string | undefined>): Rule[] {
  const table = ABOUT.map((pattern) => pattern.exec(text)?.[1]).find((name) => name !== undefined);
  if (table && created.has(table.toLowerCase())) return [];
  if (!ALTER_TABLE.test(text)) return LONG_WORK.filter(({ pattern }) => pattern.test(text));
  return actionsOf(text).flatMap((action) => LONG_ACTIONS.filter(({ pattern }) => pattern.test(action)));
}

function rulesAgainst(text: string, created: ReadonlySet<string | undefined>): Rule[] {
  const isKnown = (table: string | undefined) => table !== undefined && created.has(table.toLowerCase());
  const altered = ALTER_TABLE.exec(text)?.[1];
  if (altered && isKnown(altered)) return [];
  if (altered) return actionsOf(text).flatMap((action) => ACTION_RULES.filter(({ pattern }) => pattern.test(action)));
  const on = /^create\s+(?:constraint\s+)?trigger\s|^create\s+unique\s+index\s/i.test(text)
    ? new RegExp(String.raw`\son\s+${NAME}`, 'i').exec(text)?.[1]
    : undefined;
  if (on && !isKnown(on)) return [{ pattern: /./, what: 'adds a rule that the previous version may violate' }];
  return RULES.filter(({ pattern }) => pattern.test(text));
}

/** The actions of an ALTER TABLE, in order. */
function actionsOf(text: string): string[] {
  return text.split(/,\s*(?=(?:add|alter|drop|rename)\s)/i);
}

type Statement = { text: string; line: number; comment: string };

/** The statements of a script, each with the comments before it. Strings and function bodies are left out. */
function statementsOf(sql: string): Statement[] {
  const parts = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1|;|[^-/'$;]+|[-/$]/g;
  const statements: Statement[] = [];
  let [text, comment, line, startsAt] = ['', '', 1, 0];
  for (const [part] of sql.matchAll(parts)) {
    if (part === ';') {
      if (text.trim()) statements.push({ text: text.trim(), line: startsAt, comment });
      [text, comment] = ['', ''];
    } else if (part.startsWith('--') || part.startsWith('/*')) {
      if (!text.trim()) comment += `${part}\n`;
    } else {
      if (!text.trim() && part.trim()) startsAt = line + (part.split(/\S/, 1)[0]?.split('\n').length ?? 1) - 1;
      text += part.startsWith("'") || /^\$\w*\$./s.test(part) ? "''" : part;
    }
    line += part.split('\n').length - 1;
  }
  if (text.trim()) statements.push({ text: text.trim(), line: startsAt, comment });
  return statements;
}
