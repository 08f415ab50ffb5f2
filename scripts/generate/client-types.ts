import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTool } from '#/scripts/build/run-tool.ts';
import { withUndefined } from '#/scripts/generate/optional-types.ts';
import { StartError } from '#/scripts/start-error.ts';

/** Of the client's own node_modules: it needs a TypeScript 5 next to it. */
const GENERATOR = '../packages/client/node_modules/openapi-typescript/bin/cli.js';

type Schema = { $ref?: string; allOf?: Schema[]; properties?: { type?: { const?: string } } };
type Webhook = { post: { requestBody: { content: { 'application/json': { schema: { anyOf: Schema[] } } } } } };
export type ApiDocument = { webhooks: Record<string, object>; components: { schemas: Record<string, unknown> } };

/**
 * The types of the client: those of the document's operations, of the bodies of its webhooks, and the codes in its
 * problems. Examples stay in the document: as comments they would be a third of the file.
 */
export async function clientTypes(document: ApiDocument): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'timer-service-types-'));
  const [from, to] = [path.join(folder, 'openapi.json'), path.join(folder, 'openapi.ts')];
  try {
    const { webhooks, ...rest } = document;
    writeFileSync(from, JSON.stringify(withoutExamples(rest)));
    const { ok, output } = await runTool(GENERATOR, [from, '--default-non-nullable=false', '--output', to]);
    if (!ok) throw new StartError(`The types of the client cannot be generated:\n${output.trim()}`);
    const operations = withUndefined(readFileSync(to, 'utf8'));
    return [operations, webhookBody(document), problemCodes(document)].join('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The document without the examples next to the schemas of bodies. */
function withoutExamples(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutExamples);
  if (typeof part !== 'object' || part === null) return part;
  const isBody = 'schema' in part;
  const remaining = Object.entries(part).filter(([name]) => !(isBody && (name === 'example' || name === 'examples')));
  return Object.fromEntries(remaining.map(([name, value]) => [name, withoutExamples(value)]));
}

/**
 * One type for all bodies sent to an endpoint in the format `standard`, distinguished by `type`. Calls of alarms have
 * their own types, `FiredAlarmEvent` and `AlarmCallback`: their `type` equals that of the event sent to endpoints.
 */
function webhookBody({ webhooks, components }: ApiDocument): string {
  const { alarm: _call, alarm_callback: _callback, ...sent } = webhooks as Record<string, Webhook>;
  const bodies = Object.values(sent).map(({ post }) => {
    const [standard] = post.requestBody.content['application/json'].schema.anyOf;
    const { allOf: [named, narrowed] = [standard] } = standard ?? {};
    const name = named?.$ref?.split('/').at(-1) ?? '';
    if (!(name in components.schemas)) throw new StartError(`A webhook's body refers to no schema: ${name}`);
    const type = narrowed?.properties?.type?.const;
    return `components["schemas"]["${name}"]${type === undefined ? '' : ` & { type: "${type}" }`}`;
  });
  return `/** What an endpoint is sent in the format \`standard\`, told apart by its \`type\`. */\nexport type WebhookBody =\n${union(bodies)};\n`;
}

function problemCodes(document: object): string {
  const codes = [...new Set(codesIn(document))].sort();
  return `/** What a problem's \`code\` may be. */\nexport type ProblemCode =\n${union(codes.map((code) => `"${code}"`))};\n`;
}

function union(members: string[]): string {
  return members.map((member) => `    | ${member}`).join('\n');
}

function codesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    name === 'x-problem-codes' ? (value as string[]) : codesIn(value),
  );
}
