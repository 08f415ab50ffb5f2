import type { z } from 'zod';
import type { ComponentSchemas, JsonSchema } from '#/lib/api/openapi/component-schemas.ts';
import { acceptsIfMatch, acceptsIfNoneMatch } from '#/lib/api/operations/conditions.ts';
import { type AnyOperation, acceptsIdempotencyKey } from '#/lib/api/operations/operation.ts';

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
};

/** Parameters that mean the same everywhere. */
export const SHARED_PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes a repeat safe: the same key and body get the first response again. Kept for 24 hours, or until an hour after the alarm that it created is due, whichever is later. 1 to 255 visible ASCII characters, such as a UUID.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  WorkspaceId: {
    name: 'X-Workspace-Id',
    in: 'header',
    required: false,
    description:
      'The workspace that this is meant for. If you have switched to another one since, it returns 409 `workspace_switched`, and nothing is changed.',
    schema: { type: 'string', format: 'uuid' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The version to change, as `ETag` gave it or as `version` in quotes, such as `"3"`; several, separated by commas, for any of them. Any other version returns 412 with the current one as `current`.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description:
      'The `ETag` of a response you have kept, or several. If nothing has changed since, the response is 304 without a body.',
    schema: { type: 'string' },
  },
} as const satisfies Record<string, Parameter>;

/** Descriptions of parameters that mean the same in every list. */
const COMMON_DESCRIPTIONS: Record<string, string> = {
  cursor:
    '`next_cursor` of the previous page. If omitted, the first page. Opaque; keep the other parameters as they were.',
  limit: 'The maximum number of items on a page.',
  from: 'At this instant or later.',
  to: 'Before this instant.',
};

/** The parts of an operation that determine its parameters. */
type OperationShape = Pick<
  AnyOperation,
  'method' | 'repeats' | 'path' | 'params' | 'query' | 'versioned' | 'single'
> & {
  permission?: AnyOperation['permission'];
};

/** The parameters of an operation: all it takes besides its body. */
export function parametersOf(operation: OperationShape, schemas: ComponentSchemas): object[] {
  const parameters: object[] = [
    ...fields(operation.params, 'path', schemas).map((one) => ({ ...one, ...describedParameter(one, operation.path) })),
    ...fields(operation.query, 'query', schemas).map((one) => ({ ...one, ...describedParameter(one, operation.path) })),
  ];
  if (acceptsIdempotencyKey(operation)) parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
  if (operation.permission !== 'public' && operation.method !== 'get') {
    parameters.push({ $ref: '#/components/parameters/WorkspaceId' });
  }
  const conditional = { permission: null, ...operation };
  if (acceptsIfMatch(conditional)) parameters.push({ $ref: '#/components/parameters/IfMatch' });
  if (acceptsIfNoneMatch(conditional)) parameters.push({ $ref: '#/components/parameters/IfNoneMatch' });
  return parameters;
}

function fields(schema: z.ZodType | undefined, place: 'path' | 'query', schemas: ComponentSchemas): Parameter[] {
  if (!schema) return [];
  const { $ref, properties, required } = schemas.schemaOf(schema, 'input') as {
    $ref?: string;
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  if ($ref) throw new Error(`A query or a path has no id in the document: leave out the meta of ${$ref}.`);
  return Object.entries(properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = property;
    return {
      name,
      in: place,
      required: place === 'path' || (required?.includes(name) === true && property.default === undefined),
      ...(typeof description === 'string' && { description }),
      schema: rest,
    };
  });
}

function describedParameter({ name, in: place, description }: Parameter, path: string): { description?: string } {
  if (description) return { description };
  if (place === 'path') return { description: `Id of the ${nounBefore(path, name)}.` };
  return COMMON_DESCRIPTIONS[name] ? { description: COMMON_DESCRIPTIONS[name] } : {};
}

/** `/dead-letters/{id}/x` refers to a dead letter. */
function nounBefore(path: string, name: string): string {
  const parts = path.split('/');
  const plural = parts[parts.indexOf(`{${name}}`) - 1] ?? 'thing';
  return plural.replaceAll('-', ' ').replace(/ies$/, 'y').replace(/s$/, '');
}
