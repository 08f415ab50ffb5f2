import { type Call, filledIn } from '#/components/reference/try/call.ts';
import type { Field, OperationForm, Values } from '#/components/reference/try/operation-form.ts';
import { clientCall, clientSetup, curlCall, fetchCall, member } from '#/lib/api/openapi/call-samples.ts';
import { shellWord } from '#/lib/core/shell-word.ts';

/** The filled-in call, to paste into a shell. The key stays a variable. */
export function asCurl({ takesKey }: OperationForm, { method, target, headers, body }: Call, origin: string): string {
  return curlCall({
    method,
    url: shellWord(`${origin}${target}`),
    takesKey,
    headers: Object.entries(headers).map(([name, value]) => shellWord(`${name}: ${value}`)),
    ...(body !== null && { json: shellWord(body) }),
  });
}

/** The filled-in call, in TypeScript: with the typed client if that has it. The key stays a variable. */
export function asTypeScript(form: OperationForm, values: Values, call: Call, origin: string): string {
  const { method, target, headers, body } = call;
  const { takesKey } = form;
  if (!form.isInClient) {
    return fetchCall({ method, url: `${origin}${target}`, takesKey, headers, ...(body !== null && { body }) });
  }
  const code = clientCall({
    method,
    path: form.path,
    pathMembers: filledIn(form, 'path', values).map(([{ name }, value]) => member(name, value)),
    query: Object.fromEntries(filledIn(form, 'query', values).map(typedValue)),
    header: headers,
    ...(body !== null && { body: JSON.parse(body) }),
  });
  return `${clientSetup(origin, takesKey)}\n\n${code}\n`;
}

/** A number in the client's type; invalid text is sent as typed, for the server to reject. */
function typedValue([{ name, isNumber }, value]: [Field, string]): [string, unknown] {
  return [name, isNumber && /^-?\d{1,15}$/.test(value) ? Number(value) : value];
}
