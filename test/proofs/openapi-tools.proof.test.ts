import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DOCUMENT, responseOf } from '#/test/api-contract.ts';
import { recordResponses } from '#/test/contract/recorded-examples.ts';
import { report } from '#/test/proofs/figures.ts';
import { testWorld } from '#/test/world.ts';

// The OpenAPI document in common tools: two linters, three generators of types, one validator. They are installed from
// the npm registry into a separate folder, 200 MB, which is deleted afterwards.

const TOOLS: Record<string, string> = {
  '@redocly/cli': '2.77.0',
  '@stoplight/spectral-cli': '6.16.3',
  '@hey-api/openapi-ts': '0.99.0',
  'openapi-typescript': '7.13.0',
  orval: '8.38.0',
  ajv: '8.20.0',
  'ajv-formats': '3.0.1',
  // The generators need a version with a programming API, which 7 lacks.
  typescript: '5.9.3',
};
const RULES = path.join(import.meta.dirname, 'openapi-tools');
const ENOUGH = 2_000;
const PATIENT_MS = 1_200_000;

const GENERATORS: Record<string, string[]> = {
  'openapi-typescript': ['openapi-typescript/bin/cli.js', 'openapi.json', '--output', 'types/openapi-typescript.ts'],
  '@hey-api/openapi-ts': [
    '@hey-api/openapi-ts/bin/run.js',
    '-i',
    'openapi.json',
    '-o',
    'types/hey-api',
    '-p',
    '@hey-api/typescript',
  ],
  orval: ['orval/dist/bin/orval.mjs', '--input', 'openapi.json', '--output', 'types/orval.ts', '--client', 'fetch'],
};
const STRICT = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
  },
  include: ['types'],
};

const folder = mkdtempSync(path.join(tmpdir(), 'timer-service-openapi-tools-'));

/** A program's output; its errors if it fails. */
async function run(command: string, args: string[]): Promise<{ ok: boolean; output: string }> {
  // The environment that npm sets for its scripts must not affect these.
  const env = { ...process.env };
  for (const name of Object.keys(env)) if (name.startsWith('npm_')) delete env[name];
  try {
    const { stdout } = await promisify(execFile)(command, args, { cwd: folder, env, maxBuffer: 2 ** 28 });
    return { ok: true, output: stdout };
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as { stdout?: string; stderr?: string; message: string };
    return { ok: false, output: `${stdout}\n${stderr}\n${message}` };
  }
}

function tool(file: string, args: string[]) {
  return run(process.execPath, [path.join(folder, 'node_modules', file), ...args]);
}

function redocly(document: string) {
  return tool('@redocly/cli/bin/cli.js', ['lint', '--config', 'redocly/redocly.yaml', document]);
}

async function succeeds(outcome: Promise<{ ok: boolean; output: string }>): Promise<void> {
  const { ok, output } = await outcome;
  expect(ok, output.slice(0, 20_000)).toBe(true);
}

beforeAll(async () => {
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: TOOLS }));
  writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(DOCUMENT));
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(STRICT));
  // In a folder of their own: one of the generators would read the settings too.
  mkdirSync(path.join(folder, 'redocly'));
  copyFileSync(path.join(RULES, 'redocly.yaml'), path.join(folder, 'redocly/redocly.yaml'));
  copyFileSync(path.join(RULES, 'redocly-ignore.yaml'), path.join(folder, 'redocly/.redocly.lint-ignore.yaml'));
  // Two of them prefer TypeScript 6.
  await succeeds(run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps']));
}, PATIENT_MS);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(
  'Redocly reports nothing by its strict rules',
  async () => {
    await succeeds(redocly('openapi.json'));
  },
  PATIENT_MS,
);

test(
  'Spectral reports nothing by all of its rules',
  async () => {
    const rules = path.join(RULES, 'spectral.yaml');
    const args = ['lint', '--ruleset', rules, '--fail-severity', 'hint', 'openapi.json'];
    await succeeds(tool('@stoplight/spectral-cli/dist/index.js', args));
  },
  PATIENT_MS,
);

test(
  'Redocly detects an error',
  async () => {
    const broken = JSON.stringify(DOCUMENT).replace('"description":"Id of', '"describes":"Id of');
    writeFileSync(path.join(folder, 'broken.json'), broken);
    expect(await redocly('broken.json')).toMatchObject({
      ok: false,
      output: expect.stringContaining('`describes` is not expected here'),
    });
  },
  PATIENT_MS,
);

test(
  'types by three generators compile, strictly',
  async () => {
    for (const [program = '', ...args] of Object.values(GENERATORS)) await succeeds(tool(program, args));
    await succeeds(tool('typescript/bin/tsc', ['--project', '.']));
  },
  PATIENT_MS,
);

test(
  '2,000 real responses fit the schemas of the document by a strict validator',
  async () => {
    const validate = validatorOf();
    const operations = Object.entries(DOCUMENT.paths).flatMap(([at, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ at, method, operation })),
    );
    expect(validate({ $ref: '#/components/schemas/Problem' }, { code: 'alarm_ended' })).toContain('required');
    const complaints: string[] = [];
    let count = 0;
    for (const { operationId, status, contentType, body } of await recordResponses(await testWorld())) {
      const found = operations.find(({ operation }) => operation.operationId === operationId);
      const documented = found && responseOf(found.operation, status);
      const schema = documented?.content?.[contentType]?.schema;
      if (!schema) continue;
      count += 1;
      const complaint = validate(schema, body);
      if (complaint) complaints.push(`${operationId} ${status}: ${complaint}`);
    }
    report('responses held against the document by ajv', { count });
    expect(complaints).toEqual([]);
    expect(count).toBeGreaterThan(ENOUGH);
  },
  PATIENT_MS,
);

type Validator = { (value: unknown): boolean; errors?: unknown };
type Ajv = { compile: (schema: object) => Validator; addVocabulary: (words: string[]) => void };

/** Why a value does not fit a schema of the document, by Ajv in its strict mode; null if it does. */
function validatorOf(): (schema: object, value: unknown) => string | null {
  const require = createRequire(path.join(folder, 'package.json'));
  const { Ajv2020 } = require('ajv/dist/2020') as { Ajv2020: new (options: object) => Ajv };
  const addFormats = (require('ajv-formats') as { default: (ajv: Ajv) => void }).default;
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
  addFormats(ajv);
  ajv.addVocabulary(['example', 'x-messages']);
  const definitions = asDefinitions(DOCUMENT.components.schemas);
  const known = new Map<string, Validator>();
  return (schema, value) => {
    const own = asDefinitions(schema) as object;
    const key = JSON.stringify(own);
    const validator = known.get(key) ?? ajv.compile({ ...own, $defs: definitions });
    known.set(key, validator);
    return validator(value) ? null : JSON.stringify(validator.errors).slice(0, 500);
  };
}

function asDefinitions(schemas: unknown): unknown {
  return JSON.parse(JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/$defs/'));
}
