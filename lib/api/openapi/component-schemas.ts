import { z } from 'zod';
import { partWithDescriptions, schemasWithDescriptions } from '#/lib/api/openapi/described.ts';

export type JsonSchema = { [name: string]: unknown };
type Direction = 'input' | 'output';

const PREFIX = '#/components/schemas/';
/** Formats that are clearer to readers than zod's regular expressions. */
const KNOWN_FORMATS = new Set(['uuid', 'date-time', 'date', 'email', 'uri']);
/** `\p{Cc}`, as part of a class. */
const CONTROLS = '\\u0000-\\u001f\\u007f-\\u009f';

/**
 * The schemas of one document, named as their zod schemas are (`.meta({ id })`). What differs between input and output
 * (defaults) becomes two: `Plan` as it is returned, `PlanInput` as it is sent.
 */
export class ComponentSchemas {
  readonly #found = new Map<string, JsonSchema>();

  /** A schema to put into the document: a reference where it has a name. */
  schemaOf(schema: z.ZodType, direction: Direction): JsonSchema {
    const { $schema, $defs = {}, ...root } = z.toJSONSchema(schema, { io: direction }) as JsonSchema;
    const take = (part: unknown) => marked(tidied(part, direction), direction) as JsonSchema;
    for (const [name, definition] of Object.entries($defs as object)) {
      this.#add(`${name}:${direction}`, take(definition));
    }
    return take(root);
  }

  #add(mark: string, schema: JsonSchema): void {
    const known = this.#found.get(mark);
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two schemas are named ${mark.split(':')[0]} (.meta({ id })). Give one of them another name.`);
    }
    this.#found.set(mark, schema);
  }

  /** Puts the schemas into the document, under their final names. */
  addTo<T extends { components: object; paths: object }>(document: T): T & { components: { schemas: JsonSchema } } {
    const names = this.#finalNames();
    const schemas = Object.fromEntries([...this.#found].map(([mark, schema]) => [names.get(mark) ?? mark, schema]));
    const marked = { ...document, components: { schemas: sorted(schemas), ...document.components } };
    const named = withNames(marked, names) as T & { components: { schemas: JsonSchema } };
    const whole = schemasWithDescriptions(named.components.schemas);
    return {
      ...named,
      paths: partWithDescriptions(named.paths, whole),
      components: { ...named.components, schemas: whole },
    };
  }

  #finalNames(): Map<string, string> {
    const names = new Map<string, string>();
    for (const mark of this.#found.keys()) {
      const [name = '', direction] = mark.split(':');
      names.set(mark, direction === 'input' && this.#differs(name, new Set()) ? `${name}Input` : name);
    }
    return names;
  }

  #differs(name: string, seen: Set<string>): boolean {
    if (seen.has(name)) return false;
    seen.add(name);
    const [input, output] = [this.#found.get(`${name}:input`), this.#found.get(`${name}:output`)];
    if (!input || !output) return false;
    const unmarked = (schema: JsonSchema) => JSON.stringify(sorted(schema)).replaceAll(/:(?:input|output)"/g, '"');
    if (unmarked(input) !== unmarked(output)) return true;
    return referencesOf(input).some((one) => this.#differs(one, seen));
  }
}

/** The schema without parts that only zod's validator needs, and with `null` in `type` instead of in a choice. */
function tidied(part: unknown, direction: Direction): unknown {
  if (Array.isArray(part)) return part.map((one) => tidied(one, direction));
  if (typeof part !== 'object' || part === null) return part;
  const schema: JsonSchema = {};
  for (const [name, value] of Object.entries(part)) {
    if (name === 'properties') schema[name] = mapped(value as object, (one) => tidied(one, direction));
    else if (name === 'example' || name === 'default' || name === 'const' || name === 'enum') schema[name] = value;
    else schema[name] = tidied(value, direction);
  }
  if (typeof schema.format === 'string' && KNOWN_FORMATS.has(schema.format)) delete schema.pattern;
  if (typeof schema.pattern === 'string') schema.pattern = withoutClasses(schema.pattern);
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  nameKeys(schema);
  if (direction === 'output') openUp(schema);
  return nullableInOne(schema);
}

/**
 * The pattern without classes that need the Unicode mode, which JSON Schema does not guarantee (section 6.3.3) and many
 * validators lack.
 */
function withoutClasses(pattern: string): string {
  const plain = pattern.replaceAll('\\P{Cc}', `[^${CONTROLS}]`).replaceAll('\\p{Cc}', CONTROLS);
  if (/\\p/i.test(plain))
    throw new Error(`Say in lib/api/openapi/component-schemas.ts what ${pattern} is without \\p.`);
  return plain;
}

/** Turns a record with a fixed set of keys into an object with fields, which type generators and readers understand. */
function nameKeys(schema: JsonSchema): void {
  const keys = (schema.propertyNames as JsonSchema | undefined)?.enum;
  if (!Array.isArray(keys) || !Array.isArray(schema.required)) return;
  schema.properties = Object.fromEntries(keys.map((key) => [key, schema.additionalProperties]));
  schema.additionalProperties = false;
  delete schema.propertyNames;
}

/** Responses may gain fields over time, and state actual values, so they have no defaults. */
function openUp(schema: JsonSchema): void {
  if (schema.type === 'object' && schema.additionalProperties === false) delete schema.additionalProperties;
  if (JSON.stringify(schema.additionalProperties) === '{}') schema.additionalProperties = true;
  delete schema.default;
}

function nullableInOne(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || (anyOf[1] as JsonSchema).type !== 'null') return schema;
  const [first] = anyOf as [JsonSchema];
  if (typeof first.type !== 'string') return schema;
  const values = Array.isArray(first.enum) && { enum: [...first.enum, null] };
  return { ...first, ...values, type: [first.type, 'null'], ...rest };
}

function marked(part: unknown, direction: Direction): unknown {
  return withReferences(part, (reference) =>
    reference.startsWith('#/$defs/') ? `${PREFIX}${reference.slice('#/$defs/'.length)}:${direction}` : reference,
  );
}

function withNames(part: unknown, names: Map<string, string>): unknown {
  return withReferences(part, (reference) => {
    const mark = reference.slice(PREFIX.length);
    return `${reference.slice(0, PREFIX.length)}${names.get(mark) ?? names.get(`${mark}:input`) ?? mark}`;
  });
}

function withReferences(part: unknown, change: (reference: string) => string): unknown {
  if (Array.isArray(part)) return part.map((one) => withReferences(one, change));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      name === '$ref' && typeof value === 'string' ? change(value) : withReferences(value, change),
    ]),
  );
}

function referencesOf(schema: JsonSchema): string[] {
  const found: string[] = [];
  withReferences(schema, (reference) => {
    found.push(reference.slice(PREFIX.length).split(':')[0] ?? '');
    return reference;
  });
  return found;
}

function sorted(object: object): JsonSchema {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function mapped(object: object, change: (value: unknown) => unknown): JsonSchema {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}
