import type { Field, OperationForm, Values } from '#/components/reference/try/operation-form.ts';
import { readJson } from '#/lib/client/typed/read-json.ts';

/** A request as filled in, without the API key. */
export type Call = {
  method: string;
  /** From the root of the service, with its query. */
  target: string;
  headers: Record<string, string>;
  body: string | null;
};
/** Errors, by the key of their field; `body` for the body. */
export type Errors = Readonly<Record<string, string>>;

/** Allowed in a header, so that every server reads the same. */
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;

/** The request of the filled-in form, or its errors, by field. */
export function buildCall(form: OperationForm, values: Values): { call: Call } | { errors: Errors } {
  const errors = errorsOf(form, values);
  if (Object.keys(errors).length > 0) return { errors };
  const body = typedBody(values);
  return {
    call: {
      method: form.method,
      target: `${form.basePath}${filledPath(form, values)}${queryOf(form, values)}`,
      headers: Object.fromEntries(filledIn(form, 'header', values).map(([{ name }, value]) => [name, value])),
      body,
    },
  };
}

/** The parameters in one place that have a value. Empty ones are not sent. */
export function filledIn({ fields }: OperationForm, place: Field['place'], values: Values): [Field, string][] {
  return fields
    .filter((field) => field.place === place)
    .map((field): [Field, string] => [field, (values[field.key] ?? '').trim()])
    .filter(([, value]) => value !== '');
}

/** The body as typed, which is sent; null without one. */
export function typedBody(values: Values): string | null {
  return values.body?.trim() ? values.body : null;
}

/** The error of a key, or nothing. */
export function keyError(key: string): string | null {
  if (!key.trim()) return 'Enter an API key.';
  return HEADER_VALUE.test(key.trim()) ? null : 'API keys don’t contain these characters. Copy it again.';
}

function errorsOf(form: OperationForm, values: Values): Errors {
  const errors: Record<string, string> = {};
  for (const field of form.fields) {
    const error = fieldError(field, (values[field.key] ?? '').trim());
    if (error) errors[field.key] = error;
  }
  const body = typedBody(values);
  const json = body === null ? null : readJson(body);
  if (json && 'problem' in json) errors.body = json.problem;
  if (body === null && form.body?.isRequired) errors.body = 'Enter a body.';
  return errors;
}

function fieldError({ name, place, isRequired }: Field, value: string): string | null {
  if (isRequired && value === '') return `Enter ${name}.`;
  // Browsers and cURL read these as path segments, encoded or not.
  if (place === 'path' && /^\.{1,2}$/.test(value)) return `“${value}” leads to another path. Enter another value.`;
  if (place === 'header' && !HEADER_VALUE.test(value)) return 'Use printable ASCII characters only.';
  return null;
}

function filledPath(form: OperationForm, values: Values): string {
  const given = new Map(filledIn(form, 'path', values).map(([{ name }, value]) => [name, value]));
  return form.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(given.get(name) ?? ''));
}

function queryOf(form: OperationForm, values: Values): string {
  const pairs = filledIn(form, 'query', values).map(([{ name }, value]) => [name, value]);
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}
