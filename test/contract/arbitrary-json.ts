import fc from 'fast-check';
import { DOCUMENT } from '#/test/api-contract.ts';

type Schema = { [name: string]: unknown };

const DEEPEST = 5;
const MAX_ITEMS = 3;
/** Longer strings add nothing for a schema; those that are too long come from `nasty`. */
const LONGEST = 40;
/** Called URLs must not leave this machine. Nothing listens at the first. */
const ADDRESSES = ['http://127.0.0.1:65535/hook', 'https://10.0.0.1/x', 'ftp://example.com', 'http://', 'x'];

/** Values that fit a schema of the document, as far as a schema can express. */
export function fitting(schema: Schema, name = '', depth = 0): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === 'string') return fitting(referred(schema.$ref), name, depth);
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (choices) return fc.oneof(...choices.map((one) => fitting(one, name, depth)));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type: string) => fitting({ ...schema, type }, name, depth)));
  }
  return ofType(schema, name, depth);
}

function referred(reference: string): Schema {
  const schema = DOCUMENT.components.schemas[reference.split('/').at(-1) ?? ''];
  if (!schema) throw new Error(`${reference} is not there`);
  return schema;
}

function ofType(schema: Schema, name: string, depth: number): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.oneof(integer(schema), fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 1));
    case 'number':
      return fc.double({ min: Number(schema.minimum ?? -1e9), max: Number(schema.maximum ?? 1e9), noNaN: true });
    case 'string':
      return text(schema, name);
    case 'array':
      return list(schema, name, depth);
    case 'object':
      return object(schema, depth);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function integer({ minimum = -1e6, maximum = 1e9 }: Schema): fc.Arbitrary<number> {
  return fc.integer({ min: Math.max(Number(minimum), -(2 ** 31)), max: Math.min(Number(maximum), 2 ** 31 - 1) });
}

function text(schema: Schema, name: string): fc.Arbitrary<string> {
  if (name === 'url') return fc.constantFrom(...ADDRESSES);
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'date-time') return instant();
  if (schema.format === 'date') return instant().map((text) => text.slice(0, 10));
  const some = [word(schema), ...SHAPES];
  if (typeof schema.example === 'string') some.push(fc.constant(schema.example));
  return fc.oneof(...some);
}

/** Formats that many fields require but no schema describes: durations, instants, names. */
const SHAPES = [
  fc.constantFrom(
    '1h30m',
    'PT5M',
    '90',
    '0s',
    '-1s',
    '1e999h',
    'Europe/Berlin',
    'Etc/Nowhere',
    'API-412',
    'maya@example.com',
  ),
  instant(),
];

function instant(): fc.Arbitrary<string> {
  const near = { min: new Date('1969-12-31'), max: new Date('2100-01-01'), noInvalidDate: true };
  return fc.oneof(
    fc.date(near).map((date) => date.toISOString()),
    fc.date(near).map((date) => `${date.toISOString().slice(0, -1)}456+05:30`),
    fc.constantFrom('9999-12-31T23:59:59Z', '0001-01-01T00:00:00Z', '2026-02-30T00:00:00Z', '2026-06-30T23:59:60Z'),
  );
}

function word({ minLength = 0, maxLength = LONGEST }: Schema): fc.Arbitrary<string> {
  const [min, max] = [Number(minLength), Number(maxLength)];
  return fc.string({ unit: 'binary', minLength: min, maxLength: Math.max(min, Math.min(max, LONGEST)) });
}

function list(schema: Schema, name: string, depth: number): fc.Arbitrary<unknown[]> {
  if (depth >= DEEPEST) return fc.constant([]);
  const items = fitting((schema.items as Schema | undefined) ?? {}, name, depth + 1);
  return fc.array(items, { minLength: Math.min(Number(schema.minItems ?? 0), MAX_ITEMS), maxLength: MAX_ITEMS });
}

function object(schema: Schema, depth: number): fc.Arbitrary<object> {
  if (depth >= DEEPEST) return fc.constant({});
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const record = fc.record(
    Object.fromEntries(properties.map(([name, property]) => [name, fitting(property, name, depth + 1)])),
    {
      requiredKeys: ((schema.required as string[] | undefined) ?? []).filter((name) =>
        properties.some(([known]) => known === name),
      ),
    },
  );
  if (typeof schema.additionalProperties !== 'object' || schema.additionalProperties === null) return record;
  return fc.dictionary(fc.string({ maxLength: 10 }), fitting(schema.additionalProperties as Schema, '', depth + 1), {
    maxKeys: 2,
  });
}

/** Values that programs commonly mishandle. */
export function edgeCaseValue(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom<unknown>(null, true, '', ' ', [], {}, [[]], 0, -1, 0.5, 1e21, -1e300, 2 ** 53, '0', 'null', 'NaN'),
    fc.constantFrom('\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\ufeff', '\u202e', '🕰️', 'ﬀ', 'İ', '\r\nX-A: b'),
    fc.constantFrom('__proto__', 'constructor', "'; drop table timers; --", '%00', '../../etc/passwd', '{{7*7}}'),
    fc.constantFrom('x'.repeat(300), 'é'.repeat(5_000), '9'.repeat(400)),
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: 'binary', maxLength: LONGEST }),
  );
}
