import { EXPORT, exportedFile } from '#/test/contract/export-scenarios.ts';
import { SCENARIOS } from '#/test/contract/scenarios.ts';
import { newScene, type Scenario } from '#/test/contract/scene.ts';
import { exportedEvents } from '#/test/contract/service-scenarios.ts';
import type { World } from '#/test/world.ts';

/** A response produced by a scenario. */
export type Recorded = {
  operationId: string;
  status: number;
  contentType: string;
  code: string | null;
  /** Unchanged. */
  body: unknown;
  /** With fixed values for what differs between runs. */
  example: unknown;
};

type Examples = Record<'responses' | 'problems', Record<string, unknown>>;

/** Where the examples of responses are stored, as shown in the document. */
export const EXAMPLES_FILE = 'lib/api/openapi/response-examples.json';

/** Entries of a list that are enough as an example; lists with one per day or hour stay whole. */
const SHOWN_ENTRIES = 2;
const WHOLE: ReadonlySet<string> = new Set(['hours']);
const BEGIN = Date.parse('2026-03-10T09:00:00Z');
const DAY_MS = 86_400_000;
const SECRET = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYq';
/** The document and its examples of bodies already use these ids. */
const KNOWN_ID = /^(?:0190f5fe|019a9c4e)-/;

const exported: Scenario['request'] = async (scene) => {
  await scene.timer();
  return exportedFile(scene, `${EXPORT}&format=jsonl`);
};
/** Files in formats for which the scenarios keep no response. Those of a worker are the same. */
const FURTHER: Pick<Scenario, 'operationId' | 'request'>[] = [
  { operationId: 'exportEvents', request: (scene) => exportedEvents(scene, 'csv') },
  { operationId: 'exportReport', request: (scene) => exportedFile(scene, `${EXPORT}&format=csv`) },
  { operationId: 'downloadExport', request: exported },
];

/** The response of every scenario of these operations, one after the other; of all by default. */
export async function recordResponses(world: World, operationIds?: readonly string[]): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  const wanted = [...SCENARIOS, ...FURTHER].filter((one) => operationIds?.includes(one.operationId) ?? true);
  for (const { operationId, request } of wanted) {
    const beganAt = Date.now();
    const { status, headers, body } = await request(await newScene(world));
    const contentType = (headers.get('content-type') ?? '').split(';')[0] ?? '';
    const code = status >= 400 ? ((body as { code?: string } | null)?.code ?? null) : null;
    recorded.push({ operationId, status, contentType, code, body, example: fixed(body, beganAt) });
  }
  return recorded;
}

/** One example for each successful response and each code: `createAlarm 201 application/json`, `alarm_ended`. */
export function examplesOf(recorded: readonly Recorded[]): Examples {
  const responses = new Map<string, unknown>();
  const problems = new Map<string, unknown>();
  for (const { operationId, status, contentType, code, example } of recorded) {
    const key = `${operationId} ${status} ${contentType}`;
    if (code) problems.set(code, problems.get(code) ?? shortened(example));
    else if (contentType) responses.set(key, responses.get(key) ?? shortened(example));
  }
  // The document does not contain itself.
  responses.set('getOpenApi 200 application/json', { openapi: '3.1.0' });
  return { responses: Object.fromEntries(responses), problems: Object.fromEntries(problems) };
}

/**
 * Values that differ between runs, each replaced by a fixed one: ids by order, instants from nine o'clock on, secrets.
 */
function fixed(body: unknown, beganAt: number): unknown {
  const ids = new Map<string, string>();
  const idOf = (id: string) => {
    if (KNOWN_ID.test(id)) return id;
    const known = ids.get(id) ?? `0199b6a2-7c1e-7d3a-9f51-${String(ids.size + 1).padStart(12, '0')}`;
    ids.set(id, known);
    return known;
  };
  const text = JSON.stringify(body ?? null)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, idOf)
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, (instant, digits = '') => moved(instant, digits, beganAt))
    .replaceAll(/("next_(?:cursor|after)":)"[^"]+"/g, '$1"WyIyMDI2LTAzLTEwIl0"')
    .replaceAll(/whsec_[\w+/=]+/g, (secret) => `whsec_${SECRET.slice(0, secret.length - 'whsec_'.length)}`)
    .replaceAll(/(?<=[/"])[\w-]{43}(?=[."])/g, SECRET)
    .replaceAll(/[0-9a-f]{12}@example\.com/g, 'maya@example.com')
    .replaceAll(/("(?:id|event_id)":)"\d+"/g, '$1"48211"')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:8080')
    .replaceAll(/T-0\.\d+/g, 'API-412')
    .replaceAll(/P 0\.\d+/g, 'Public API')
    .replaceAll(/asked 0\.\d+/g, 'asked-1');
  return JSON.parse(text);
}

/** An instant of the database's own clock, as if the scenario had begun at nine o'clock; others stay. */
function moved(instant: string, digits: string, beganAt: number): string {
  const at = Date.parse(instant);
  if (Math.abs(at - beganAt) > DAY_MS) return instant;
  const whole = BEGIN + Math.round((at - beganAt) / 1_000) * 1_000;
  return `${new Date(whole).toISOString().slice(0, 19)}${digits && `.${'0'.repeat(digits.length - 1)}`}Z`;
}

function shortened(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) {
    const isShort = WHOLE.has(name) || typeof value[0] !== 'object';
    return (isShort ? value : value.slice(0, SHOWN_ENTRIES)).map((part) => shortened(part));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortened(part, key)]));
}
