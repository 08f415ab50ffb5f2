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
/** Things of a kind that the response names beside them, by the part that they play. */
const ROLES: ReadonlySet<string> = new Set([
  // Timers: what a change has ended too, the other one of a split or a merge, and those that wait.
  'ended',
  'second',
  'merged',
  'paused',
  'elsewhere',
  // Secrets that are still valid beside the current one.
  'previous',
  // Questions whose answer can be undone.
  'undoable',
  // Of a batch: each alarm, or the error with it.
  'results',
]);
/** Schemas that are of another kind than their name says. */
const KINDS: Record<string, string> = { dead_letter: 'alarm' };

/** Numbers that are durations; each name ends with its unit. */
const TIME =
  /(?:^|_)(?:age|delay|duration|elapsed|interval|jitter|late|lateness|left|length|lease|offset|timeout)(?:_|$)/;
const UNIT = /_(?:ms|us|seconds|minutes|hours|days)(?:_per_\w+)?$/;
/** Counts of things with such a word in their name. */
const COUNTS: ReadonlySet<string> = new Set(['left_out', 'groups_left_out', 'members_left_out']);

/** Former words of this API for error, attempt, resend, jitter, action, change and the like: docs/vocabulary.md. */
const PRIVATE =
  /(?:^|[^a-z])(?:refus|tr(?:y|ied|ies)(?![a-z])|replay|spread|press|wish|under_way|move[sd]?(?![a-z])|answered|forget|most_)/;
/** A person answers a question; `ECONNREFUSED` of a receiver is what systems call it. */
const STANDARD: ReadonlySet<string> = new Set([
  'timer.answered',
  'on_timer_answered',
  'answered_at',
  'question_answered',
  'connection_refused',
]);
const isPrivate = (name: string) => PRIVATE.test(name) && !STANDARD.has(name);

const REF_TO_TIMER = { $ref: '#/components/schemas/Timer' };

const operations = Object.values(DOCUMENT.paths).flatMap((methods) => Object.values(methods));
const bodies = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.values(methods).flatMap((operation) =>
    ['200', '201'].flatMap((status) => {
      const { operationId } = operation;
      const schema = responseOf(operation, status)?.content?.['application/json']?.schema;
      return schema ? [{ name: `${operationId} ${status}`, operationId, path, schema }] : [];
    }),
  ),
);

describe('a response', () => {
  const withNoun = bodies.filter(({ operationId }) => !COMPOSITE.has(operationId));

  test.each(withNoun)('$name names its subject by its noun', ({ schema }) => {
    expect(withoutNoun(schema)).toEqual([]);
  });

  test.each(withNoun)('$name names lists in the plural, and each thing by the noun of its kind', ({ schema, path }) => {
    expect(misnamed(schema, path)).toEqual([]);
  });

  test('with a list in the singular, or a thing under another noun, is detected', () => {
    const [alarm, timers] = [{ $ref: '#/components/schemas/Alarm' }, { type: 'array', items: REF_TO_TIMER }];
    const properties = {
      alarm,
      timers,
      event: timers,
      alert: alarm,
      alarms: timers,
      timer: timers,
      test: { type: 'object' },
    };
    expect(misnamed({ type: 'object', properties }, '/alarms/{id}')).toEqual([
      'event',
      'alert',
      'alarms',
      'timer',
      'test',
    ]);
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
  const webhooks = Object.entries(DOCUMENT.webhooks).flatMap(([name, { post }]) => [
    name,
    inSnakeCase(post.operationId),
  ]);
  const values = valuesOf(DOCUMENT);

  test('are standard words of the field', () => {
    const all = new Set([...names, ...paths, ...codes, ...fields, ...webhooks]);
    expect([...all].filter(isPrivate)).toEqual([]);
  });

  test('have values that are standard words too', () => {
    expect(values).toEqual(expect.arrayContaining(['retrying', 'alarm.rescheduled', 'responded', 'needs_attention']));
    expect(values.filter(isPrivate)).toEqual([]);
  });

  test('say response for what a server sends; only a person gives an answer', () => {
    expect(schemas.filter((name) => name.endsWith('Answer'))).toEqual([]);
  });

  test('that are not standard words are detected', () => {
    const found = ['move_alarm', '/endpoints/{id}/replay', 'alarm_not_tried', 'spread_ms', 'press_timer'];
    const former = ['alarm.moved', 'endpoint.replayed', 'pressed_at', 'answered', 'forget_pushed', 'most_connections'];
    expect([...found, ...former].filter(isPrivate)).toEqual([...found, ...former]);
    expect(['removed_spans', 'expression', 'retries', 'timer.answered', 'utmost'].filter(isPrivate)).toEqual([]);
    expect(valuesOf({ items: [{ enum: ['moved', 'on'] }, { const: 'pressed' }] })).toEqual(['moved', 'on', 'pressed']);
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

/**
 * The names of top-level things and lists of things that are not named after their kind, which is the name of their
 * schema, such as `ListedAlarm` of an alarm; without one, the path says what it is.
 */
function misnamed(schema: Schema, path: string): string[] {
  return branchesOf(schema).flatMap(({ properties }) =>
    Object.entries((properties ?? {}) as Record<string, Schema>)
      .filter(([name]) => !BESIDE_NOUN.has(name) && !ROLES.has(name))
      .filter(([name, property]) => !isNamedAfterKind(name, property, path))
      .map(([name]) => name),
  );
}

function isNamedAfterKind(name: string, property: Schema, path: string): boolean {
  const items = branchesOf(property).flatMap(({ type, items: of }) => (type === 'array' ? [of as Schema] : []));
  const isList = items.length > 0;
  if (isList && !name.endsWith('s')) return false;
  const noun = isList ? singularOf(name) : name;
  const kinds = (isList ? items : [property]).flatMap(kindsOf);
  // Plain values, such as instants, are of no kind.
  if (kinds.length === 0) return isList || path.replaceAll('-', '_').includes(noun);
  return kinds.every((kind) => `_${KINDS[kind] ?? kind}_`.includes(`_${noun}_`));
}

/** The names of the schemas that it refers to. */
function kindsOf({ $ref, anyOf, oneOf }: Schema): string[] {
  if (typeof $ref === 'string') return [inSnakeCase($ref.split('/').at(-1) ?? '')];
  return ((anyOf ?? oneOf ?? []) as Schema[]).flatMap(kindsOf);
}

function singularOf(name: string): string {
  return name.replace(/ies$/, 'y').replace(/s$/, '');
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

/** The texts that an `enum` or a `const` allows, but for those in examples. */
function valuesOf(part: unknown): string[] {
  if (!part || typeof part !== 'object') return [];
  return Object.entries(part).flatMap(([name, value]) => {
    if (name === 'example' || name === 'examples') return [];
    if (name === 'enum' && Array.isArray(value)) return value.map(String);
    return name === 'const' ? [String(value)] : valuesOf(value);
  });
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
