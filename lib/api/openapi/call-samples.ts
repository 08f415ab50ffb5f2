import { shellWord } from '#/lib/core/shell-word.ts';

/** The environment variable from which samples read the API key, in a shell and in a program. */
const KEY_VARIABLE = 'API_KEY';

/**
 * A call as cURL sends it. The URL and the headers are already quoted for the shell, so that they may contain
 * variables.
 */
export type CurlCall = { method: string; url: string; takesKey: boolean; headers?: string[]; json?: string };

/** A cURL call, a part on each line. `json` is quoted for the shell too. */
export function curlCall({ method, url, takesKey, headers = [], json }: CurlCall): string {
  const isImpliedByData = method === 'POST' && json !== undefined;
  const lines = [`curl ${url}${method === 'GET' || isImpliedByData ? '' : ` -X ${method}`}`];
  if (takesKey) lines.push(`-H "Authorization: Bearer $${KEY_VARIABLE}"`);
  for (const header of headers) lines.push(`-H ${header}`);
  if (json !== undefined) lines.push("-H 'Content-Type: application/json'", `-d ${json}`);
  return lines.join(' \\\n  ');
}

/** The call that creates the first thing of its kind with this body, to paste into a shell (POSIX quoting). */
export function firstCall(origin: string, path: `/${string}`, body: object): string {
  // The end of the JSON is indented like its beginning, with the options.
  const json = shellWord(JSON.stringify(body, null, 2).replaceAll('\n', '\n  '));
  return curlCall({ method: 'POST', url: `${origin}/api/v1${path}`, takesKey: true, json });
}

/** A call of the typed client. `pathMembers` are code: a variable's name, or `id: '…'`. */
export type ClientCall = {
  method: string;
  path: string;
  pathMembers: string[];
  query?: Record<string, unknown>;
  header?: Record<string, unknown>;
  body?: unknown;
};

/** A call of the client of packages/client. */
export function clientCall({ method, path, pathMembers, query = {}, header = {}, body }: ClientCall): string {
  const params = [
    ...(pathMembers.length > 0 ? [`path: { ${pathMembers.join(', ')} }`] : []),
    ...(Object.keys(query).length > 0 ? [member('query', query)] : []),
    ...(Object.keys(header).length > 0 ? [member('header', header)] : []),
  ];
  const options = [
    ...(params.length > 0 ? [`params: { ${params.join(', ')} }`] : []),
    ...(body === undefined ? [] : [member('body', body)]),
  ];
  const rest = options.length > 0 ? `, { ${options.join(', ')} }` : '';
  return `const { data } = await client.${method}(${literal(path)}${rest});`;
}

/** A client at this service, for the calls after it. */
export function clientSetup(origin: string, takesKey: boolean): string {
  const key = takesKey ? `, apiKey: process.env.${KEY_VARIABLE}` : '';
  return `import { createClient } from '@timer-service/client';\n\nconst client = createClient({ baseUrl: ${literal(origin)}${key} });`;
}

/** A call without the client, for operations that the client doesn't have. */
export type FetchCall = {
  method: string;
  url: string;
  takesKey: boolean;
  headers: Record<string, string>;
  body?: string;
};

export function fetchCall({ method, url, takesKey, headers, body }: FetchCall): string {
  const members = Object.entries(headers).map(([name, value]) => member(name, value));
  if (takesKey) members.unshift(`Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\``);
  const options = [
    ...(method === 'GET' ? [] : [member('method', method)]),
    ...(members.length > 0 ? [`headers: { ${members.join(', ')} }`] : []),
    ...(body === undefined ? [] : [member('body', body)]),
  ];
  return `const response = await fetch(${literal(url)}${options.length > 0 ? `, { ${options.join(', ')} }` : ''});`;
}

/** `name: value` of an object literal. */
export function member(name: string, value: unknown): string {
  // Without brackets it would be the object's prototype.
  if (name === '__proto__') return `['__proto__']: ${literal(value)}`;
  return `${/^[A-Za-z_]\w*$/.test(name) ? name : literal(name)}: ${literal(value)}`;
}

/** JSON in TypeScript notation. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([name, one]) => member(name, one));
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
}
