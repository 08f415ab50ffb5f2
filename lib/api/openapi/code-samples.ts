import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import type { AnyEndpoint } from '#/lib/api/operations/endpoint.ts';

/** An operation as one calls it: with curl, and with the typed client of packages/client. */
export function codeSamples(endpoint: AnyEndpoint, serverUrl: string) {
  return [
    { lang: 'Shell', label: 'curl', source: curlSample(endpoint, serverUrl) },
    { lang: 'TypeScript', label: 'TypeScript', source: clientSample(endpoint) },
  ];
}

function curlSample(endpoint: AnyEndpoint, serverUrl: string): string {
  const { method, path, permission } = endpoint;
  const lines = [`curl "${serverUrl}/api/v1${path.replaceAll(/\{(\w+)\}/g, (_all, name) => `$${variable(name)}`)}"`];
  if (method !== 'get' && !(method === 'post' && endpoint.body)) lines[0] = `${lines[0]} -X ${method.toUpperCase()}`;
  if (method === 'patch' && endpoint.body) lines[0] = lines[0]?.includes('-X') ? lines[0] : `${lines[0]} -X PATCH`;
  if (permission !== 'public') lines.push('-H "Authorization: Bearer $API_KEY"');
  if (endpoint.body) {
    lines.push("-H 'Content-Type: application/json'");
    lines.push(`-d '${JSON.stringify(BODY_EXAMPLES[endpoint.operationId] ?? {}).replaceAll("'", "'\\''")}'`);
  }
  return lines.join(' \\\n  ');
}

function clientSample({ method, path, body, operationId }: AnyEndpoint): string {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const options: string[] = [];
  if (names.length > 0) options.push(`params: { path: { ${names.map(pathArgument).join(', ')} } }`);
  if (body) options.push(`body: ${literal(BODY_EXAMPLES[operationId] ?? {})}`);
  const rest = options.length > 0 ? `, { ${options.join(', ')} }` : '';
  return `const { data } = await client.${method.toUpperCase()}('${path}'${rest});`;
}

function pathArgument(name: string): string {
  const variableName = name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
  return variableName === name ? name : `${name}: ${variableName}`;
}

function variable(name: string): string {
  return name.toUpperCase();
}

/** JSON as one writes it in TypeScript. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([name, one]) => `${memberName(name)}: ${literal(one)}`);
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
}

function memberName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`;
}
