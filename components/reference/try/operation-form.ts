import { type CallableDocument, type Parameter, successResponses } from '#/components/reference/try/callable.ts';

type Place = 'path' | 'query' | 'header';

/** A parameter as a form field. */
export type Field = {
  /** Unique within the form. */
  key: string;
  place: Place;
  name: string;
  description: string;
  isRequired: boolean;
  /** The only values that it accepts. */
  options: string[] | null;
  isNumber: boolean;
  /** The default, if the document has one. */
  fallback: string | null;
  example: string;
};

/** An operation as a form. */
export type OperationForm = {
  operationId: string;
  summary: string;
  method: string;
  path: string;
  /** The prefix of the path: that of the API, or of an operation outside it. */
  basePath: string;
  takesKey: boolean;
  /** It requires the session of a signed-in browser, and accepts no key. */
  isForSessions: boolean;
  isChange: boolean;
  /** It deletes something. */
  isDestructive: boolean;
  /** `packages/client` has it. */
  isInClient: boolean;
  fields: Field[];
  body: { isRequired: boolean; example: string } | null;
};

export const IDEMPOTENCY_KEY = 'header.Idempotency-Key';

/** A key belongs to one workspace, so there is no other one to name. */
const HIDDEN_HEADERS = new Set(['X-Workspace-Id']);
const DESTRUCTIVE_OPERATION = /^(?:abort|cancel|delete|discard|leave|remove|revoke|transfer)[A-Z]/;

/** @throws Error when the document has no such operation */
export function operationForm(api: CallableDocument, operationId: string): OperationForm {
  const { path, method, operation } = findOperation(api, operationId);
  const { security, servers, requestBody } = operation;
  const isForSessions = security?.length === 1 && Object.keys(security[0] ?? {}).join() === 'session';
  const isChange = method !== 'get';
  return {
    operationId,
    summary: operation.summary,
    method: method.toUpperCase(),
    path,
    basePath: basePathOf((servers ?? api.servers)[0]?.url),
    takesKey: security?.length !== 0,
    isForSessions,
    isChange,
    isDestructive: method === 'delete' || DESTRUCTIVE_OPERATION.test(operationId),
    isInClient: !servers && successResponses(operation.responses).some(({ content }) => content?.['application/json']),
    fields: (operation.parameters ?? [])
      .map((one) => ('$ref' in one ? referenced(api, one.$ref) : one))
      .filter(({ name }) => !HIDDEN_HEADERS.has(name))
      .map(fieldOf),
    body: requestBody
      ? {
          isRequired: requestBody.required === true,
          example: JSON.stringify(requestBody.content['application/json'].example ?? {}, null, 2),
        }
      : null,
  };
}

function findOperation({ paths }: CallableDocument, operationId: string) {
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId === operationId) return { path, method, operation };
    }
  }
  throw new Error(`The document has no operation ${operationId}.`);
}

function basePathOf(serverUrl = ''): string {
  return new URL(serverUrl, 'http://localhost').pathname.replace(/\/$/, '');
}

function referenced({ components }: CallableDocument, reference: string): Parameter {
  const found = components.parameters[reference.replace('#/components/parameters/', '')];
  if (!found) throw new Error(`The document has no ${reference}.`);
  return found;
}

function fieldOf({ name, in: place, required = false, description = '', schema }: Parameter): Field {
  const example = schema.example ?? schema.anyOf?.find((one) => one.example !== undefined)?.example ?? '';
  return {
    key: `${place}.${name}`,
    place: place as Place,
    name,
    description,
    isRequired: required,
    options: schema.enum ?? null,
    isNumber: schema.type === 'integer' || schema.type === 'number',
    fallback: schema.default === undefined ? null : String(schema.default),
    example: String(example),
  };
}

/** Of an operation: the typed parameters and, as `body`, its body. */
export type Values = Readonly<Record<string, string>>;

/** The form's initial values. A repeat of a POST is safe, since it has an `Idempotency-Key`. */
export function firstValues({ fields, body }: OperationForm, freshKey: string): Values {
  return {
    ...Object.fromEntries(fields.map(({ key }) => [key, key === IDEMPOTENCY_KEY ? freshKey : ''])),
    ...(body && { body: body.example }),
  };
}
