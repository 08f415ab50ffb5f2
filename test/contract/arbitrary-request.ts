import fc from 'fast-check';
import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { DOCUMENT } from '#/test/api-contract.ts';
import { edgeCaseValue, fitting } from '#/test/contract/arbitrary-json.ts';

type Schema = { [name: string]: unknown };
type Parameter = { name: string; in: string; required?: boolean; schema: Schema };
type Operation = { operationId: string; parameters?: (Parameter | { $ref: string })[]; requestBody?: RequestBody };
type RequestBody = { content: { 'application/json': { schema: Schema } } };

/** A request to send. Ids in the path are placeholders such as `{timers}`, to be replaced by existing ids. */
export type FuzzRequest = {
  operationId: string;
  method: string;
  path: string;
  body: string | undefined;
  headers: Record<string, string>;
};

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS', 'PROPFIND'];
/** A stream stays open, which another test covers; the document has no input and is long. */
const LEFT_OUT = new Set(['stream', 'openSocket', 'getOpenApi', 'ping', 'getHealth', 'getReadiness']);

const OPERATIONS = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.entries(methods as unknown as Record<string, Operation>)
    .filter(([, { operationId }]) => !LEFT_OUT.has(operationId))
    .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

/** Requests to every operation of the document: most of them nearly valid, some valid, some random. */
export function anyRequest(): fc.Arbitrary<FuzzRequest> {
  return fc.constantFrom(...OPERATIONS).chain(({ method, path, operation }) =>
    fc.record({
      operationId: fc.constant(operation.operationId),
      method: mostly(fc.constant(method), fc.constantFrom(...METHODS)),
      path: pathOf(path, parametersOf(operation, 'query')),
      body: bodyOf(operation, method),
      headers: headersOf(),
    }),
  );
}

function mostly<T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>, weight = 12): fc.Arbitrary<T> {
  return fc.oneof({ arbitrary: usual, weight }, { arbitrary: other, weight: 1 });
}

function parametersOf({ parameters = [] }: Operation, place: string): Parameter[] {
  return parameters.filter((one): one is Parameter => 'in' in one && one.in === place);
}

function pathOf(path: string, query: Parameter[]): fc.Arbitrary<string> {
  const parts = path
    .split('/')
    .map((part, index, all) => (part.startsWith('{') ? idOf(all[index - 1] ?? '') : fc.constant(part)));
  return fc.tuple(fc.tuple(...parts), queryOf(query)).map(([names, requested]) => `${names.join('/')}${requested}`);
}

/** An existing id, an unknown one, or no id at all. */
function idOf(kind: string): fc.Arbitrary<string> {
  const wild = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).filter((text) => !/^\.{1,2}$/.test(text));
  return fc.oneof(
    { arbitrary: fc.constant(`{${kind}}`), weight: 6 },
    { arbitrary: fc.uuid(), weight: 1 },
    { arbitrary: wild.filter(isWellFormed).map(encodeURIComponent), weight: 1 },
    { arbitrary: fc.constantFrom('%00', '%ff', '%E0%A4%A', '0', '%2e%2e%2f', 'x'.repeat(3_000)), weight: 1 },
  );
}

function queryOf(parameters: Parameter[]): fc.Arbitrary<string> {
  const usual = parameters.map((one) =>
    fc.option(
      fitting(one.schema, one.name).map((value): [string, unknown] => [one.name, value]),
      { freq: 2 },
    ),
  );
  const wild = fc.tuple(
    fc.oneof(fc.constantFrom('limit', 'cursor', ...parameters.map(({ name }) => name)), fc.string({ maxLength: 10 })),
    edgeCaseValue(),
  );
  return fc
    .tuple(
      fc.tuple(...usual),
      fc.oneof({ arbitrary: fc.constant([]), weight: 3 }, fc.array(wild, { minLength: 1, maxLength: 2 })),
    )
    .map(([requested, more]) => {
      const pairs = [...requested.filter((one): one is [string, unknown] => one !== null), ...more];
      return pairs.length === 0
        ? ''
        : `?${pairs.map(([name, value]) => `${percent(name)}=${percent(textOf(value))}`).join('&')}`;
    });
}

function bodyOf(operation: Operation, method: string): fc.Arbitrary<string | undefined> {
  if (method === 'GET') return fc.constant(undefined);
  const schema = operation.requestBody?.content['application/json'].schema;
  const example = fc.constant(BODY_EXAMPLES[operation.operationId] ?? {});
  const fits = schema ? fitting(schema) : example;
  // All fields at once are seldom valid together: some of them, or one added to those of an example, are.
  const good = fc.oneof(
    example,
    fits,
    fewOf(fits),
    fc.tuple(example, fewOf(fits)).map(([one, other]) => ({ ...one, ...other })),
  );
  const bent = fc
    .tuple(good, fc.string({ maxLength: 12 }), edgeCaseValue(), fc.boolean())
    .map(([value, name, wrong, isKnown]) => bend(value, name, wrong, isKnown));
  return fc.oneof(
    { arbitrary: good.map(textOf), weight: 5 },
    { arbitrary: bent.map(textOf), weight: 5 },
    { arbitrary: edgeCaseValue().map(textOf), weight: 1 },
    {
      arbitrary: fc.constantFrom(undefined, '', '{', '[1,', '{"a":1}{"b":2}', '{"a":1e999}', '\ufeff{}', "{'a':1}"),
      weight: 1,
    },
    {
      arbitrary: fc.constantFrom(
        '['.repeat(50_000),
        `{"a":${'['.repeat(3_000)}${']'.repeat(3_000)}}`,
        `"${'x'.repeat(300_000)}"`,
      ),
      weight: 1,
    },
  );
}

/** One or two members of it. */
function fewOf(values: fc.Arbitrary<unknown>): fc.Arbitrary<object> {
  return fc.tuple(values, fc.nat(), fc.integer({ min: 1, max: 2 })).map(([value, first, count]) => {
    const members = Object.entries(value ?? {});
    const from = members.length > 0 ? first % members.length : 0;
    return Object.fromEntries(members.slice(from, from + count));
  });
}

/** The same with one member wrong, or with an extra one. */
function bend(value: unknown, name: string, wrong: unknown, isKnown: boolean): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong;
  const names = Object.keys(value);
  const chosen = isKnown && names.length > 0 ? (names[name.length % names.length] ?? name) : name;
  // Not by a spread: a member `__proto__` must stay a member.
  return Object.fromEntries([...Object.entries(value).filter(([one]) => one !== chosen), [chosen, wrong]]);
}

function headersOf(): fc.Arbitrary<Record<string, string>> {
  const odd = fc.string({ unit: fc.constantFrom(...'aZ09 ,;="\'\\/*%éÿ~'), maxLength: 20 }).map((text) => text.trim());
  const value = fc.oneof(odd, fc.constantFrom('"1"', 'W/"2"', '*', '"99999999999"', 'x'.repeat(300), 'null', '1, 2'));
  const some = (names: string[]) => fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 2 });
  return fc.oneof(
    { arbitrary: fc.constant({}), weight: 6 },
    {
      arbitrary: some(['if-match', 'idempotency-key', 'x-request-id', 'origin', 'cookie', 'range', 'last-event-id']),
      weight: 3,
    },
    {
      arbitrary: some([
        'content-type',
        'authorization',
        'accept',
        'accept-encoding',
        'content-length',
        'if-none-match',
      ]),
      weight: 1,
    },
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Percent-encoded as by a browser; half a surrogate pair can't be encoded and is left to bodies. */
function percent(text: string): string {
  return isWellFormed(text) ? encodeURIComponent(text) : '%ED%A0%80';
}

function isWellFormed(text: string): boolean {
  return text.isWellFormed();
}
