import type { DescField, DescMessage, DescMethod } from '@bufbuild/protobuf';
import { DurationSchema, TimestampSchema } from '@bufbuild/protobuf/wkt';
import { expect, test } from 'vitest';
import { OPERATIONS } from '#/lib/api/app.ts';
import { openApiDocument } from '#/lib/api/openapi/openapi.ts';
import { AlarmService } from '#/lib/grpc/generated/timerservice/v1/alarms_pb.ts';
import { TimerService } from '#/lib/grpc/generated/timerservice/v1/timers_pb.ts';
import { restName, restValue } from '#/lib/grpc/rest-json.ts';

// The messages of `proto/` against the document of the REST API: a field added to one must be added to the other, too.

/** Fields that only REST has, on purpose: alternative notations, offline actions of browsers, and questions. */
const ONLY_REST: Readonly<Record<string, readonly string[]>> = {
  StartTimerRequest: ['ticket_key', 'ticket_id', 'project_id', 'offline_age_ms', 'seen_running'],

  PauseTimerRequest: ['offline_age_ms'],
  ResumeTimerRequest: ['offline_age_ms', 'seen_running'],
  StopTimerRequest: ['offline_age_ms'],
  GetCurrentTimerResponse: ['elsewhere', 'questions'],
  CreateAlarmRequest: ['delay_ms', 'hours', 'minutes', 'seconds', 'start_date', 'expiration_interval_ms', 'jitter_ms'],
  RescheduleAlarmRequest: ['delay_ms', 'hours', 'minutes', 'seconds', 'start_date', 'expiration_interval_ms'],
  RetryPolicy: ['base', 'cap'],
  ItemError: ['type', 'title'],
};
/** Fields of events, which the document describes loosely. */
const ONLY_EVENTS = ['Timer.span_count'];

type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
} & Partial<Record<'allOf' | 'anyOf' | 'oneOf', Schema[]>>;
type Operation = {
  operationId: string;
  parameters?: { in: string; name: string; schema: Schema }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  responses: Record<string, { content?: { 'application/json'?: { schema: Schema } } }>;
};

const document = openApiDocument(OPERATIONS, 'http://timers.test') as unknown as {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, { in: string; name: string; schema: Schema }>;
  };
};
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
const methods = [...TimerService.methods, ...AlarmService.methods].filter(({ methodKind }) => methodKind === 'unary');

/** The schema itself and all schemas within it. */
function partsOf(schema: Schema): Schema[] {
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema;
  const named = $ref ? document.components.schemas[$ref.split('/').at(-1) ?? ''] : undefined;
  return [schema, ...[...allOf, ...anyOf, ...oneOf, ...(named ? [named] : [])].flatMap(partsOf)];
}

function propertiesOf(schema: Schema): Map<string, Schema[]> {
  const found = new Map<string, Schema[]>();
  for (const { properties = {} } of partsOf(schema)) {
    for (const [name, value] of Object.entries(properties)) found.set(name, [...(found.get(name) ?? []), value]);
  }
  return found;
}

type Comparison = { missing: string[]; unknown: string[]; seen: Set<string> };

function compare(desc: DescMessage, schema: Schema, found: Comparison): void {
  const properties = propertiesOf(schema);
  const allowed = ONLY_REST[desc.name] ?? [];
  for (const [name, schemas] of properties) {
    const field = desc.fields.find((one) => restName(one) === name);
    if (!field && !allowed.includes(name)) found.missing.push(`${desc.name} has no ${name}`);
    if (field) compareField(desc, field, { anyOf: schemas }, found);
  }
  for (const field of desc.fields) {
    if (!properties.has(restName(field))) found.unknown.push(`${desc.name}.${field.name}`);
  }
}

function compareField(desc: DescMessage, field: DescField, schema: Schema, found: Comparison): void {
  const name = `${desc.name}.${field.name}`;
  found.seen.add(name);
  if (field.enum) {
    const values = partsOf(schema).flatMap((part) => [...(part.enum ?? []), ...(part.const ? [part.const] : [])]);
    const known = field.enum.values.map(({ number }) => restValue(field.enum, number));
    for (const value of values)
      if (value !== null && !known.includes(String(value))) found.missing.push(`${name} has no ${value}`);
  }
  const { message } = field;
  if (!message || message.typeName === TimestampSchema.typeName || message.typeName === DurationSchema.typeName) return;
  const items = partsOf(schema).flatMap((part) => part.items ?? []);
  compare(message, field.fieldKind === 'list' ? { anyOf: items } : schema, found);
}

function operationOf(method: DescMethod): Operation {
  const operation = operations.find(({ operationId }) => operationId === method.localName);
  if (!operation) throw new Error(`no operation ${method.localName}`);
  return operation;
}

function inputOf({ parameters = [], requestBody }: Operation): Schema {
  const resolved = parameters.map((one) => {
    const { $ref } = one as { $ref?: string };
    return $ref ? (document.components.parameters[$ref.split('/').at(-1) ?? ''] ?? one) : one;
  });
  const given = resolved.filter((one) => one.in === 'path' || one.in === 'query');
  const properties = Object.fromEntries(given.map(({ name, schema }) => [name, schema]));
  return { allOf: [{ properties }, requestBody?.content['application/json'].schema ?? {}] };
}

test.each(methods)('the request of $name has the fields and values of its operation', (method) => {
  const found: Comparison = { missing: [], unknown: [], seen: new Set() };
  compare(method.input, inputOf(operationOf(method)), found);
  expect(found).toMatchObject({ missing: [], unknown: [] });
});

test('responses have the fields and values of their operations, and no field is never set', () => {
  const seen = new Set<string>();
  const fields = new Set<string>();
  const missing: string[] = [];
  for (const method of methods) {
    const { responses } = operationOf(method);
    const [schema] = ['200', '201'].flatMap((status) => responses[status]?.content?.['application/json']?.schema ?? []);
    const found: Comparison = { missing: [], unknown: [], seen };
    compare(method.output, schema ?? {}, found);
    missing.push(...found.missing);
    for (const name of found.unknown) fields.add(name);
  }
  expect([...new Set(missing)]).toEqual([]);
  expect([...fields].filter((name) => !seen.has(name))).toEqual(ONLY_EVENTS);
});
