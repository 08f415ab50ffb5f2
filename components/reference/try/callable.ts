import type { ApiDocument } from '#/components/reference/contents.ts';

type Schema = {
  type?: string | string[];
  format?: string;
  example?: unknown;
  default?: unknown;
  enum?: string[];
  anyOf?: Schema[];
};
export type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
};
export type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  servers?: { url: string }[];
  security?: Record<string, string[]>[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: { 'application/json': { example?: unknown } } };
  responses: Record<string, { content?: Record<string, object> }>;
};

/** The parts of an OpenAPI document used by trying a call. */
export type CallableDocument = ApiDocument & {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { parameters: Record<string, Parameter> };
};

export type Callable = { operationId: string; summary: string };

/** The operations of a tag that can be tried: a request and its response. A WebSocket is neither. */
export function callableIn({ paths }: CallableDocument, tag: string | null): Callable[] {
  return Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ tags, responses }) => tag !== null && tags.includes(tag) && successResponses(responses).length > 0);
}

/** The responses for success. */
export function successResponses(responses: Operation['responses']): { content?: Record<string, object> }[] {
  return Object.entries(responses).flatMap(([status, response]) => (status.startsWith('2') ? [response] : []));
}
