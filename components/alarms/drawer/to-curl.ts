import { shellWord } from '#/lib/core/shell-word.ts';

/** A request as a cURL call to paste into a shell (POSIX quoting). */
export type CurlRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
  /** The body is sent decoded. */
  isBase64?: boolean;
};

export function toCurl({ method, url, headers, body, isBase64 = false }: CurlRequest): string {
  const decoded = isBase64 && body !== null ? `printf %s ${shellWord(body)} | base64 -d | ` : '';
  const data = decoded ? '--data-binary @-' : body !== null && `--data-raw ${shellWord(body)}`;
  const lines = [
    `${decoded}curl -X ${method} ${shellWord(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
    ...(data ? [data] : []),
  ];
  return lines.join(' \\\n  ');
}
