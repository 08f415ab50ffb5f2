import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTool } from '#/scripts/build/run-tool.ts';
import { withUndefined } from '#/scripts/generate/optional-types.ts';
import { StartError } from '#/scripts/start-error.ts';

/** Of the client's own node_modules: it needs a TypeScript 5 beside it. */
const GENERATOR = '../packages/client/node_modules/openapi-typescript/bin/cli.js';

/** The types of the client: those of the document's operations, and the codes that its problems carry. */
export async function clientTypes(document: object): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'timer-service-types-'));
  const [from, to] = [path.join(folder, 'openapi.json'), path.join(folder, 'openapi.ts')];
  try {
    writeFileSync(from, JSON.stringify(document));
    const { ok, output } = await runTool(GENERATOR, [from, '--default-non-nullable=false', '--output', to]);
    if (!ok) throw new StartError(`The types of the client cannot be generated:\n${output.trim()}`);
    return `${withUndefined(readFileSync(to, 'utf8'))}\n${problemCodes(document)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function problemCodes(document: object): string {
  const codes = [...new Set(codesIn(document))].sort();
  return `/** What a problem's \`code\` may be. */\nexport type ProblemCode =\n${codes.map((code) => `    | "${code}"`).join('\n')};\n`;
}

function codesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    name === 'x-problem-codes' ? (value as string[]) : codesIn(value),
  );
}
