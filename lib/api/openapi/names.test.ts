import { describe, expect, test } from 'vitest';
import { DOCUMENT, resolved, responseOf, type Schema } from '#/test/api-contract.ts';

// Rules for every body: it names its subject by its noun, every duration has its unit, and one thing has one word.

/** Responses with figures about many things at once, which have no noun of their own. */
const COMPOSITE: ReadonlySet<string> = new Set([
  'getMe',
  'editMe',
  'getOperations',
  'getReportSummary',
  'getDetailedReport',
  'getDailyTotals',
  'getTicketReport',
  'getFocusReport',
  'getPomodoroReport',
  'getStreak',
  'getTeamDay',
  // Read by probes, in the format that they expect.
  'getHealth',
  'getReadiness',
]);
/** Properties allowed next to the noun, since they are about the response or the request and not about the thing. */
const BESIDE_NOUN: ReadonlySet<string> = new Set([
  'server_time',
  // About the page.
  'next_cursor',
  'next_after',
  'more',
  'count',
  'total',
  'unread',
  'sync_from',
  // About what the request did.
  'changed',
  'dry_run',
  'aborted_count',
  'in_flight',
  'resend_of',
  'mailed',
  // About the server.
  'mail_available',
  // Shown once, and not stored with the thing.
  'secret',
  'url',
]);
/** Numbers that are durations; each name ends with its unit. */
const TIME =
  /(?:^|_)(?:age|delay|duration|elapsed|interval|jitter|late|lateness|left|length|lease|offset|timeout)(?:_|$)/;
const UNIT = /_(?:ms|us|seconds|minutes|hours|days)(?:_per_\w+)?$/;
/** Counts of things with such a word in their name. */
const COUNTS: ReadonlySet<string> = new Set(['left_out', 'groups_left_out', 'members_left_out']);

/** Former words of this API for error, attempt, resend, jitter, action and change: docs/vocabulary.md. */
const PRIVATE = /(?:^|[^a-z])(?:refus|tr(?:y|ied|ies)(?![a-z])|replay|spread|press|wish|under_way|moves?(?![a-z]))/;

const operations = Object.values(DOCUMENT.paths).flatMap((methods) => Object.values(methods));
const bodies = operations.flatMap((operation) =>
  ['200', '201'].flatMap((status) => {
    const schema = responseOf(operation, status)?.content?.['application/json']?.schema;
    return schema ? [{ name: `${operation.operationId} ${status}`, operationId: operation.operationId, schema }] : [];
  }),
);

describe('a response', () => {
  const withNoun = bodies.filter(({ operationId }) => !COMPOSITE.has(operationId));

  test.each(withNoun)('$name names its subject by its noun', ({ schema }) => {
    expect(withoutNoun(schema)).toEqual([]);
  });

  test('without its noun is detected', () => {
    const properties = { id: { type: 'string' }, version: { type: 'integer' }, server_time: { type: 'string' } };
    expect(withoutNoun({ type: 'object', properties })).toEqual(['id', 'version']);
    expect(withoutNoun({ anyOf: [{ type: 'object', properties }] })).toEqual(['id', 'version']);
  });
});

describe('a number that is a duration', () => {
  test('has its unit in its name', () => {
    const schemas = [...Object.values(DOCUMENT.components.schemas), ...operations];
    expect([...new Set(schemas.flatMap(timesWithoutUnit))]).toEqual([]);
  });

  test('without its unit is detected', () => {
    const properties = { time_left: { type: 'integer' }, left_out: { type: 'integer' }, delay_ms: { type: 'number' } };
    expect(timesWithoutUnit({ items: { properties } })).toEqual(['time_left']);
  });
});

describe('the names in the document', () => {
  const schemas = Object.keys(DOCUMENT.components.schemas);
  const paths = Object.keys(DOCUMENT.paths);
  const codes = operations.flatMap((operation) =>
    Object.keys(operation.responses).flatMap((status) => responseOf(operation, status)?.['x-problem-codes'] ?? []),
  );
  const names = [...schemas, ...operations.map(({ operationId }) => operationId)].map(inSnakeCase);
  const fields = Object.values(DOCUMENT.components.schemas).flatMap(fieldsOf);

  test('are standard words of the field', () => {
    const all = new Set([...names, ...paths, ...codes, ...fields]);
    expect([...all].filter((name) => PRIVATE.test(name))).toEqual([]);
  });

  test('say response for what a server sends; only a person gives an answer', () => {
    expect(schemas.filter((name) => name.endsWith('Answer'))).toEqual([]);
  });

  test('that are not standard words are detected', () => {
    const found = ['move_alarm', '/endpoints/{id}/replay', 'alarm_not_tried', 'spread_ms', 'press_timer'];
    expect(found.filter((name) => PRIVATE.test(name))).toEqual(found);
    expect(['removed_spans', 'expression', 'retries'].filter((name) => PRIVATE.test(name))).toEqual([]);
  });
});

/** The names of top-level properties that are neither a thing, nor things, nor about the response. */
function withoutNoun(schema: Schema): string[] {
  return branchesOf(schema).flatMap(({ properties }) =>
    Object.entries((properties ?? {}) as Record<string, Schema>)
      .filter(([name, property]) => !BESIDE_NOUN.has(name) && !isThing(property))
      .map(([name]) => name),
  );
}

function isThing(property: Schema): boolean {
  return branchesOf(property).some(({ type, properties }) => type === 'array' || type === 'object' || properties);
}

function branchesOf(schema: Schema): Schema[] {
  const { anyOf, oneOf, ...rest } = resolved(schema);
  const branches = (anyOf ?? oneOf) as Schema[] | undefined;
  return branches ? branches.flatMap(branchesOf) : [rest];
}

function timesWithoutUnit(part: unknown): string[] {
  if (!part || typeof part !== 'object') return [];
  const { properties = {} } = part as { properties?: Record<string, Schema> };
  const found = Object.entries(properties)
    .filter(([name, property]) => TIME.test(name) && !COUNTS.has(name) && !UNIT.test(name) && isNumber(property))
    .map(([name]) => name);
  return [...found, ...Object.values(part).flatMap(timesWithoutUnit)];
}

function isNumber(property: Schema): boolean {
  return branchesOf(property).some(({ type }) => type === 'integer' || type === 'number');
}

function inSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/^_/, '');
}

function fieldsOf(part: unknown): string[] {
  if (!part || typeof part !== 'object') return [];
  const { properties = {} } = part as { properties?: object };
  return [...Object.keys(properties), ...Object.values(part).flatMap(fieldsOf)];
}

/** Words that descriptions once used in place of standard ones; questions are still answered. */
const PRIVATE_SENTENCE =
  /\brefus\w*|\banew\b|\btell repeats\b|\btr(?:ies|ied)\b|\b(?:Answer|answer)s? (?:\d{3}|the (?:member|invitation)|a (?:link|page))|\bthis answer\b|\bevery answer\b/;

test('descriptions use the words errors, responses and attempts', () => {
  expect(sentencesOf(DOCUMENT).filter((text) => PRIVATE_SENTENCE.test(text))).toEqual([]);
  expect(
    sentencesOf({ description: 'It was tried again.' }).filter((text) => PRIVATE_SENTENCE.test(text)),
  ).toHaveLength(1);
});

/** Every description and summary, but for those in examples. */
function sentencesOf(part: unknown): string[] {
  if (!part || typeof part !== 'object') return [];
  return Object.entries(part).flatMap(([name, value]) => {
    if (name === 'example' || name === 'examples') return [];
    if ((name === 'description' || name === 'summary') && typeof value === 'string') return [value];
    return sentencesOf(value);
  });
}
