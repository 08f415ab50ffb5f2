import { STATUS_LABELS } from '#/lib/api/openapi/problems.ts';
import { ERROR_CODES, type ErrorCode } from '#/lib/core/error-codes.ts';

/** Every error by its status, as people look it up. */
export function errorTable(): string {
  const byStatus = Object.groupBy(Object.keys(ERROR_CODES) as ErrorCode[], (code) => ERROR_CODES[code].status);
  return `# Errors

Written by \`npm run generate\` from \`lib/core/error-codes.ts\`.

Every error of the API is \`application/problem+json\` (RFC 9457). \`code\` is stable and meant for programs. \`detail\` is meant
for people: the text below, or one that says more, with names, numbers and times. Some codes are sent only to forms and
WebSockets. \`docs/openapi.json\` lists the codes that each operation can return.

${Object.entries(byStatus)
  .map(([status, codes = []]) => section(Number(status), codes))
  .join('\n\n')}
`;
}

function section(status: number, codes: ErrorCode[]): string {
  const lines = codes.sort().map((code) => `| \`${code}\` | ${ERROR_CODES[code].text} |`);
  return [`## ${status}: ${STATUS_LABELS[status]}`, '', '| code | text |', '| --- | --- |', ...lines].join('\n');
}
