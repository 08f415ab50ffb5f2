import {
  create,
  type DescEnum,
  type DescField,
  type DescMessage,
  fromJson,
  type Message,
  toJson,
} from '@bufbuild/protobuf';
import { base64Decode, base64Encode } from '@bufbuild/protobuf/wire';
import { type Duration, DurationSchema, type Timestamp, TimestampSchema } from '@bufbuild/protobuf/wkt';
import { AppError } from '#/lib/core/errors.ts';
import { parseExactly } from '#/lib/core/exact-json.ts';

// Messages of `proto/` and the JSON of the REST API have the same fields under the same names. The differences are
// handled here: instants and durations are messages, values of enums have a prefix, null is absent, and a payload is
// JSON text.

/** Fields with other names in REST. */
const REST_NAMES: Readonly<Record<string, string>> = { payload_json: 'payload', body_bytes: 'body_base64' };
/** Values that REST formats differently. */
const REST_VALUES: Readonly<Record<string, string>> = { cloudevents_binary: 'cloudevents-binary' };
const RETRY_POLICY = 'timerservice.v1.RetryPolicy';
const TIMESTAMP = TimestampSchema.typeName;
const DURATION = DurationSchema.typeName;

export type Json = Record<string, unknown>;
type Values = Record<string, unknown>;

/** The REST name of a field. */
export function restName({ name }: Pick<DescField, 'name'>): string {
  return REST_NAMES[name] ?? name;
}

/** The REST text of an enum value. */
export function restValue(desc: DescEnum, number: number): string | undefined {
  const name = number === 0 ? undefined : desc.value[number]?.name;
  const value = name?.slice(desc.sharedPrefix?.length ?? 0).toLowerCase();
  return value && (REST_VALUES[value] ?? value);
}

/**
 * The REST input of a request. Fields that are not set are left out.
 * @throws AppError 400 `input_invalid` for values that JSON can't say
 */
export function toRest(desc: DescMessage, message: Message, pointer = ''): Json {
  const json: Json = {};
  for (const field of desc.fields) {
    const value = (message as unknown as Values)[field.localName];
    if (!isSet(field, value)) continue;
    json[restName(field)] = restOf(field, value, `${pointer}/${field.name}`);
  }
  // No waits at all: never again.
  if (desc.typeName === RETRY_POLICY && json.base_ms === undefined) json.delays_ms ??= [];
  return json;
}

function isSet(field: DescField, value: unknown): boolean {
  if (value === undefined) return false;
  switch (field.fieldKind) {
    case 'list':
      return (value as unknown[]).length > 0;
    case 'map':
      return Object.keys(value as Values).length > 0;
    case 'enum':
      return value !== 0;
    case 'scalar':
      // Fields that can't be absent have a zero value, which is the default in REST as well.
      return field.proto.proto3Optional || (value !== '' && value !== 0 && value !== false && value !== 0n);
    default:
      return true;
  }
}

function restOf(field: DescField, value: unknown, pointer: string): unknown {
  switch (field.fieldKind) {
    case 'list':
      return (value as unknown[]).map((item, index) => restItem(field, item, `${pointer}/${index}`));
    case 'map':
      return value;
    case 'scalar':
      if (field.name === 'payload_json') return payloadOf(value as string, pointer);
      return restScalar(value, pointer);
    case 'enum':
      return restValue(field.enum, value as number) ?? reject(pointer, 'is not a known value');
    case 'message':
      return restMessage(field.message, value as Message, pointer);
  }
}

function restItem(field: DescField & { fieldKind: 'list' }, item: unknown, pointer: string): unknown {
  return field.listKind === 'message'
    ? restMessage(field.message, item as Message, pointer)
    : restScalar(item, pointer);
}

function restScalar(value: unknown, pointer: string): unknown {
  if (value instanceof Uint8Array) return base64Encode(value);
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : reject(pointer, 'is too large a number');
  }
  // NaN and the infinities would be null.
  return typeof value === 'number' && !Number.isFinite(value) ? reject(pointer, 'must be a number') : value;
}

function restMessage(desc: DescMessage, message: Message, pointer: string): unknown {
  if (desc.typeName !== TIMESTAMP && desc.typeName !== DURATION) return toRest(desc, message, pointer);
  try {
    if (desc.typeName === DURATION) return toJson(DurationSchema, message as Duration);
    return toJson(TimestampSchema, message as Timestamp);
  } catch (cause) {
    return reject(pointer, 'is out of range', cause);
  }
}

function payloadOf(text: string, pointer: string): unknown {
  try {
    return parseExactly(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) return reject(pointer, `is not valid JSON: ${cause.message}`, cause);
    if (cause instanceof RangeError) return reject(pointer, 'is nested too deeply', cause);
    throw cause;
  }
}

function reject(pointer: string, detail: string, cause?: unknown): never {
  throw new AppError('input_invalid', { detail: `${pointer}: ${detail}`, fields: [{ pointer, detail }], cause });
}

/** A message from a REST response. Fields that it doesn't have are left out. */
export function fromRest<Desc extends DescMessage>(desc: Desc, json: Json) {
  return create(desc, grpcValues(desc, json) as never);
}

function grpcValues(desc: DescMessage, json: Json): Values {
  const values: Values = {};
  for (const field of desc.fields) {
    const value = json[restName(field)];
    // A payload of null counts as a payload.
    if (value === undefined || (value === null && field.name !== 'payload_json')) continue;
    values[field.localName] = grpcValue(field, value);
  }
  return values;
}

function grpcValue(field: DescField, value: unknown): unknown {
  switch (field.fieldKind) {
    case 'list':
      if (field.listKind !== 'message') return (value as unknown[]).map((item) => grpcScalar(field.scalar, item));
      return (value as Json[]).map((item) => grpcMessage(field.message, item));
    case 'map':
      return value;
    case 'scalar':
      return field.name === 'payload_json' ? JSON.stringify(value) : grpcScalar(field.scalar, value);
    case 'enum':
      return numberOf(field.enum, value as string);
    case 'message':
      return grpcMessage(field.message, value);
  }
}

function grpcScalar(scalar: number | undefined, value: unknown): unknown {
  if (scalar === INT64) return BigInt(value as number);
  return scalar === BYTES ? base64Decode(value as string) : value;
}

// Values of `ScalarType`, an enum of the library's.
const INT64 = 3;
const BYTES = 12;

function grpcMessage(desc: DescMessage, value: unknown): unknown {
  if (desc.typeName === TIMESTAMP) return fromJson(TimestampSchema, value as string);
  return create(desc, grpcValues(desc, value as Json) as never);
}

const numbers = new WeakMap<DescEnum, Map<string, number>>();

/** 0 for a value unknown to clients of this version. */
function numberOf(desc: DescEnum, value: string): number {
  let known = numbers.get(desc);
  if (!known) {
    known = new Map(desc.values.map(({ number }) => [restValue(desc, number) ?? '', number]));
    numbers.set(desc, known);
  }
  return known.get(value) ?? 0;
}
