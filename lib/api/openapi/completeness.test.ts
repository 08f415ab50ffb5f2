import { expect, test } from 'vitest';
import { OPERATIONS } from '#/lib/api/app.ts';
import { CURRENTS } from '#/lib/api/openapi/problem-currents.ts';
import { DOCUMENT, parserOf, resolved, responseOf, type Schema } from '#/test/api-contract.ts';

// What client generators and validators need from the document beyond validity.

const operations = Object.values(DOCUMENT.paths).flatMap((methods) => Object.values(methods));
const componentsOf = Object.entries(DOCUMENT.components.schemas);

test('no pattern needs the Unicode mode of a regular expression, which many validators do not have', () => {
  expect(patternsIn(DOCUMENT).filter((pattern) => /\\[pP]\{/.test(pattern))).toEqual([]);
  for (const pattern of patternsIn(DOCUMENT)) expect(() => new RegExp(pattern), pattern).not.toThrow();
});

test('an operation that takes no API key requires a session only', () => {
  const sessionOnly = OPERATIONS.filter(({ problems }) => problems?.includes('session_required'));
  expect(sessionOnly).not.toEqual([]);
  const wrong = sessionOnly.filter(({ operationId }) => {
    const operation = operations.find((one) => one.operationId === operationId);
    return JSON.stringify(operation?.security) !== '[{"session":[]}]';
  });
  expect(wrong.map(({ operationId }) => operationId)).toEqual([]);
});

/** The command that records the examples of these operations again. */
const RECORD = 'RECORD_EXAMPLES=getAlarm,listAlarms npm run prove -- proofs response-examples, or =all';

/** Schemas that take exactly one way to give the due time, with all possible ways. */
const WAYS: Record<string, string[][]> = {
  CreateAlarm: [['fire_at'], ['due_at'], ['delay'], ['delay_ms'], ['start_date', 'expiration_interval_ms'], ['hours']],
  RescheduleAlarm: [['fire_at'], ['due_at'], ['delay'], ['delay_ms'], ['start_date', 'expiration_interval_ms']],
  CreateSchedule: [['cron'], ['repeat']],
  PreviewSchedule: [['cron'], ['repeat']],
};

test.each(Object.entries(WAYS))('%s documents that it takes exactly one way to give the due time', (name, ways) => {
  const { oneOf } = resolved({ $ref: `#/components/schemas/${name}` }) as { oneOf?: Schema[] };
  const required = JSON.stringify(oneOf ?? []);
  for (const way of ways) expect(required).toContain(JSON.stringify(way));
});

test('every property has a description', () => {
  const inOperations = [...Object.entries(DOCUMENT.paths), ...Object.entries(DOCUMENT.webhooks)];
  const without = [...componentsOf, ...inOperations].flatMap(([name, schema]) =>
    withoutDescription(schema).map((path) => `${name}.${path}`),
  );
  expect([...new Set(without)]).toEqual([]);
});

test('every parameter has a description, and every operation a summary', () => {
  const inline = operations.flatMap((operation) => (operation.parameters ?? []) as Schema[]);
  const shared: Schema[] = Object.values(DOCUMENT.components.parameters);
  const parameters = [...inline.filter((one) => !('$ref' in one)), ...shared];
  expect(parameters.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
  expect(operations.filter(({ summary }) => !summary).map(({ operationId }) => operationId)).toEqual([]);
});

/** Paths of properties without a description of their own or in what they refer to. */
function withoutDescription(part: unknown, path: string[] = []): string[] {
  if (!part || typeof part !== 'object') return [];
  const found: string[] = [];
  for (const [key, value] of Object.entries(part as Schema)) {
    if (key === 'example' || key === 'default' || key === 'enum' || key === 'const') continue;
    if (key !== 'properties') {
      found.push(...withoutDescription(value, path));
      continue;
    }
    for (const [name, property] of Object.entries(value as Record<string, Schema>)) {
      const at = [...path, name];
      if (!property.description && !resolved(property).description) found.push(at.join('.'));
      found.push(...withoutDescription(property, at));
    }
  }
  return found;
}

function patternsIn(part: unknown): string[] {
  if (!part || typeof part !== 'object') return [];
  return Object.entries(part).flatMap(([name, value]) =>
    name === 'pattern' && typeof value === 'string' ? [value] : patternsIn(value),
  );
}

const contents = operations.flatMap((operation) =>
  Object.keys(operation.responses).flatMap((status) => {
    const response = responseOf(operation, status);
    return Object.entries(response?.content ?? {}).map(([type, media]) => {
      const { schema, example, examples } = media as { schema: Schema; example?: unknown; examples?: Examples };
      const codes = response?.['x-problem-codes'] ?? [];
      return { name: `${operation.operationId} ${status} ${type}`, schema, example, examples, codes };
    });
  }),
);

test('every response has an example, a problem one for each of its codes', () => {
  const shown = contents.filter(({ schema }) => schema.contentMediaType !== 'application/octet-stream');
  const without = shown.flatMap(({ name, example, examples = {}, codes }) =>
    codes.length > 0
      ? codes.filter((code) => !(code in examples)).map((code) => `${name} ${code}`)
      : example === undefined
        ? [name]
        : [],
  );
  expect(without, RECORD).toEqual([]);
});

test('every example fits its schema', () => {
  const wrong = contents.flatMap(({ name, schema, example, examples = {} }) => {
    const parser = parserOf(schema);
    const values = Object.values(examples).map(
      ({ $ref }) => DOCUMENT.components.examples[$ref.split('/').at(-1) ?? '']?.value,
    );
    return [...values, ...(example === undefined ? [] : [example])].flatMap((value) => {
      const { error } = parser.safeParse(value);
      return error ? [`${name}: ${error.message.slice(0, 300)}`] : [];
    });
  });
  expect(wrong, RECORD).toEqual([]);
});

type Examples = Record<string, { $ref: string }>;

test('every conflict describes its `current`', () => {
  const untyped = contents.filter(
    ({ schema, codes }) => codes.some((code) => code in CURRENTS) && !('allOf' in schema),
  );
  expect(untyped.map(({ name }) => name)).toEqual([]);
  const carrying = Object.entries(DOCUMENT.components.examples).filter(([, { value }]) => value.current !== undefined);
  expect(carrying.map(([code]) => code).filter((code) => !(code in CURRENTS))).toEqual([]);
});
