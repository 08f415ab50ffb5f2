import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { clientCall, curlCall } from '#/lib/api/openapi/call-samples.ts';
import type { AnyOperation } from '#/lib/api/operations/operation.ts';
import { shellWord } from '#/lib/core/shell-word.ts';

/** How to call an operation: with curl, and with the typed client of packages/client. */
export function codeSamples(operation: AnyOperation, serverUrl: string) {
  return [
    { lang: 'Shell', label: 'curl', source: curlSample(operation, serverUrl) },
    { lang: 'TypeScript', label: 'TypeScript', source: clientSample(operation) },
  ];
}

function curlSample({ method, path, permission, body, operationId }: AnyOperation, serverUrl: string): string {
  return curlCall({
    method: method.toUpperCase(),
    url: `"${serverUrl}/api/v1${path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => `$${name.toUpperCase()}`)}"`,
    takesKey: permission !== 'public',
    ...(body && { json: shellWord(JSON.stringify(BODY_EXAMPLES[operationId] ?? {})) }),
  });
}

function clientSample({ method, path, body, operationId }: AnyOperation): string {
  return clientCall({
    method: method.toUpperCase(),
    path,
    pathMembers: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => pathVariable(name)),
    ...(body && { body: BODY_EXAMPLES[operationId] ?? {} }),
  });
}

function pathVariable(name: string): string {
  const variable = name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
  return variable === name ? name : `${name}: ${variable}`;
}
