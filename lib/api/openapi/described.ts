import { COMPONENT_DESCRIPTIONS, PATH_DESCRIPTIONS } from '#/lib/api/openapi/component-descriptions.ts';
import type { JsonSchema } from '#/lib/api/openapi/component-schemas.ts';
import { FIELD_DESCRIPTIONS } from '#/lib/api/openapi/field-descriptions.ts';

/** Values in which a member called `properties` is no list of properties. */
const VALUES: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'const', 'enum']);
/** A field that refers to a named schema uses that schema's description. */
const REFERENCE = /#\/components\/schemas\/(\w+)$/;

/** A part of the document that refers to `schemas`, with a description for each property that has none of its own. */
export function partWithDescriptions<T>(part: T, schemas: JsonSchema): T {
  return withDescriptions(part, [], describedOf(Object.entries(schemas) as [string, JsonSchema][])) as T;
}

/** The schemas with a description for each property that has none of its own. */
export function schemasWithDescriptions(schemas: JsonSchema): JsonSchema {
  const whole = Object.entries(schemas).map(([name, schema]) => {
    const description = COMPONENT_DESCRIPTIONS[name];
    const own = { ...(schema as JsonSchema) };
    if (description && own.description === undefined) own.description = description;
    return [name, own] as const;
  });
  const known = describedOf(whole);
  return Object.fromEntries(
    whole.map(([name, schema]) => [name, withDescriptions(schema, [name], known) as JsonSchema]),
  );
}

type DescribedSchemas = ReadonlyMap<string, JsonSchema>;

function describedOf(schemas: readonly (readonly [string, JsonSchema])[]): DescribedSchemas {
  return new Map(schemas.filter(([, { description }]) => description !== undefined));
}

function withDescriptions(part: unknown, path: string[], known: DescribedSchemas): unknown {
  if (Array.isArray(part)) return part.map((one) => withDescriptions(one, path, known));
  if (typeof part !== 'object' || part === null) return part;
  const copy: JsonSchema = {};
  for (const [key, value] of Object.entries(part)) {
    if (VALUES.has(key)) copy[key] = value;
    else if (key === 'properties') copy[key] = withFieldDescriptions(value as JsonSchema, path, known);
    else copy[key] = withDescriptions(value, path, known);
  }
  return copy;
}

function withFieldDescriptions(properties: JsonSchema, path: string[], known: DescribedSchemas): JsonSchema {
  const fields = Object.entries(properties).map(([name, property]) => {
    const at = [...path, name];
    const field = withDescriptions(property, at, known) as JsonSchema;
    if (field.description !== undefined || isKnown(field, known)) return [name, field];
    const description = descriptionAt(at);
    return [name, description ? { ...field, description: description } : field];
  });
  return Object.fromEntries(fields);
}

function isKnown({ $ref }: JsonSchema, known: DescribedSchemas): boolean {
  return typeof $ref === 'string' && known.has(REFERENCE.exec($ref)?.[1] ?? '');
}

/** The most specific description: of the whole path, of parent and field, of any field of the parent, of the field. */
function descriptionAt(path: readonly string[]): string | undefined {
  const name = path.at(-1) ?? '';
  const [parent = ''] = path.slice(-2);
  return (
    PATH_DESCRIPTIONS[path.join('.')] ??
    FIELD_DESCRIPTIONS[`${parent}.${name}`] ??
    FIELD_DESCRIPTIONS[`${parent}.*`] ??
    FIELD_DESCRIPTIONS[name]
  );
}
