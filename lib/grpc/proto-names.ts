import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { type Json, restName, restValue } from '#/lib/grpc/rest-json.ts';

// Errors of the operations name fields and values as in REST. Here they get the names of `proto/`.

/** Fields that REST accepts in several forms and gRPC in one, and fields with other names in REST. */
const REPLACEMENTS: readonly (readonly [rest: RegExp, grpc: string])[] = [
  [/\bdelay, delay_ms, hours\/minutes\/seconds, or start_date\b/, 'and delay'],
  [/^must be a duration such as .*$/, 'must be a duration from 0 to ten years'],
  [/^must be a list of delays such as .*$/, 'needs delays_ms, or base_ms with factor, cap_ms and count'],
  [/\bGET \/brokers lists them\b/, 'The brokers are under Settings, and at GET /api/v1/brokers'],
  [/\bcombined with payload\b/, 'combined with payload_json'],
  [/\bbody_base64\b/, 'body_bytes'],
];

/** The path of a field in a message of this kind: `alarms[0].payload_json` for `/alarms/0/payload`. Headers as metadata. */
export function fieldOf(pointer: string, desc: DescMessage | undefined): string {
  if (pointer.startsWith('#/header/')) return pointer.slice('#/header/'.length).toLowerCase();
  return namesOf(pointer, desc).reduce<string>((path, name) => {
    if (typeof name === 'number') return `${path}[${name}]`;
    return path === '' ? name : `${path}.${name}`;
  }, '');
}

/** A text about a request of this kind, with the names and values that it has in `proto/`. */
export function toProtoNames(text: string, desc: DescMessage | undefined): string {
  const renamed = REPLACEMENTS.reduce((result, [rest, grpc]) => result.replace(rest, grpc), text);
  return enumsOf(desc).reduce((result, field) => withValues(result, field), renamed);
}

/** Errors of single items of a batch, likewise. Their pointers stay JSON pointers. */
export function withProtoNames(json: Json, desc: DescMessage): Json {
  const { results } = json;
  if (!Array.isArray(results)) return json;
  return { ...json, results: results.map((result: Json) => (result.error ? translated(result, desc) : result)) };
}

type ItemError = { detail: string; errors: { pointer: string; detail: string }[] };

function translated(result: Json, desc: DescMessage): Json {
  const error = result.error as ItemError;
  const item = desc.fields.find(({ name }) => name === 'alarms')?.message;
  const [, pointer, rest = error.detail] = /^(\/\S*): (.*)$/s.exec(error.detail) ?? [];
  const detail = toProtoNames(rest, desc);
  const errors = error.errors.map((field) => ({
    pointer: `/${namesOf(field.pointer, desc).join('/')}`,
    detail: toProtoNames(field.detail, desc),
  }));
  return { ...result, error: { ...error, detail: pointer ? `${fieldOf(pointer, item)}: ${detail}` : detail, errors } };
}

/** Names of fields, and indexes of lists. Keys of maps, and names that no message has, stay unchanged. */
function namesOf(pointer: string, desc: DescMessage | undefined): (string | number)[] {
  const path = pointer.replace(/^#\/(?:query|path)/, '').slice(1);
  const parts = path.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  let message = desc;
  let isList = false;
  return parts.map((part) => {
    if (isList) {
      isList = false;
      return Number(part);
    }
    const field = message?.fields.find((one) => one.name === part || restName(one) === part);
    message = field?.fieldKind === 'map' ? undefined : field?.message;
    isList = field?.fieldKind === 'list';
    return field?.name ?? part;
  });
}

type EnumField = DescField & { fieldKind: 'enum' };

function enumsOf(desc: DescMessage | undefined): EnumField[] {
  return (desc?.fields ?? []).flatMap((field) => {
    if (field.fieldKind === 'enum') return [field];
    return field.fieldKind === 'list' && field.message ? enumsOf(field.message) : [];
  });
}

/** `on_conflict ON_CONFLICT_SWITCH or ON_CONFLICT_PAUSE` for `on_conflict "switch" or "pause"`. */
function withValues(text: string, { name, enum: values }: EnumField): string {
  const known = new Map(values.values.map((value) => [restValue(values, value.number), value.name]));
  const list = new RegExp(`\\b${name}(?: is)? ("?)[a-z-]+\\1(?: or ("?)[a-z-]+\\2)?`, 'g');
  return text.replace(list, (match) =>
    match.replaceAll(/(?<= )"?([a-z-]+)"?/g, (word, value: string) => known.get(value) ?? word),
  );
}
