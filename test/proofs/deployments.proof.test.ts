import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from '#/scripts/project.ts';
import { report } from '#/test/proofs/figures.ts';

// Checks compose.yaml, the Dockerfile and ops/kubernetes against the published schemas and with linters, installed
// from the npm registry into a separate folder. No engine runs them here: this only shows that they are well-formed.

const TOOLS: Record<string, string> = {
  ajv: '8.20.0',
  'ajv-formats': '3.0.1',
  // Its rules, and its copy of the Compose Specification's schema.
  dclint: '3.1.0',
  'dockerfile-utils': '0.16.3',
  'kubernetes-models': '5.1.0',
};
const PATIENT_MS = 1_200_000;
const run = promisify(execFile);
const folder = mkdtempSync(path.join(tmpdir(), 'timer-service-deployments-'));
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

beforeAll(async () => {
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies: TOOLS }),
  );
  // The environment that npm sets for its scripts must not affect this npm.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    env: env as NodeJS.ProcessEnv,
  });
}, PATIENT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Validator = { (value: unknown): boolean; errors?: unknown };
type Ajv = { compile: (schema: object) => Validator; addFormat: (name: string, format: RegExp) => void };

/** The error in a compose file by the schema of the Compose Specification; null if it is valid. */
function composeComplaint(text: string): string | null {
  const require = createRequire(path.join(folder, 'package.json'));
  const { Ajv } = require('ajv') as { Ajv: new (options: object) => Ajv };
  const addFormats = (require('ajv-formats') as { default: (ajv: object) => void }).default;
  const manifest = require.resolve('dclint/package.json');
  const schema = readFileSync(path.join(path.dirname(manifest), 'schemas/compose.schema.json'), 'utf8');
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false });
  addFormats(ajv);
  // Compose has its own duration format, not ISO 8601.
  ajv.addFormat('duration', /^(\d+(us|ms|s|m|h))+$/);
  // No reference uses its name, and Ajv doesn't know the URL of its draft.
  const { $schema: _draft, $id: _name, ...rest } = JSON.parse(schema) as Record<string, unknown>;
  const validate = ajv.compile(rest);
  return validate(parse(text, { merge: true })) ? null : JSON.stringify(validate.errors);
}

test('compose.yaml fits the Compose Specification, and an error in it is detected', () => {
  const text = read('compose.yaml');
  expect(composeComplaint(text)).toBeNull();
  expect(composeComplaint(text.replace('stop_grace_period:', 'stop_grace_periods:'))).toContain('stop_grace_periods');
  // Newer parts of the specification are checked too.
  expect(composeComplaint(text.replace('name: timer-service', 'name: [timer-service]'))).toContain('/name');
  expect(composeComplaint(text.replace('environment: METRICS_TOKEN', 'environments: METRICS_TOKEN'))).toContain(
    'environments',
  );
});

/** Rules of dclint about order and quotes that compose.yaml doesn't follow, with reasons. All others apply. */
const RULES_NOT_FOLLOWED: Record<string, string> = {
  'services-alphabetical-order': 'services are in the order in which they start, optional ones last',
  'service-keys-order': 'what a service has of its own follows its image and command; limits come last',
  'top-level-properties-order': 'the name precedes the shared parts, and configs follow the services that read them',
  'no-quotes-in-volumes': 'within brackets, quotes show where a value with colons ends, as they do for ports',
};

type Linter = { lintFiles: (paths: string[], recursive: boolean) => { messages: { rule: string; line: number }[] }[] };

/** Rules of dclint that a compose file violates, with the line. They don't see keys that are merged from an anchor. */
function lintCompose(text: string, disabled = Object.keys(RULES_NOT_FOLLOWED)): string[] {
  const require = createRequire(path.join(folder, 'package.json'));
  const { DCLinter } = require('dclint') as { DCLinter: new (config: object) => Linter };
  const file = path.join(folder, 'compose.yaml');
  writeFileSync(file, text);
  const rules = Object.fromEntries(disabled.map((rule) => [rule, 0]));
  const [result] = new DCLinter({ rules, quiet: false, debug: false, exclude: [] }).lintFiles([file], false);
  return (result?.messages ?? []).map(({ rule, line }) => `${rule} in line ${line}`);
}

test('compose.yaml follows the rules of dclint, and a violation is detected', () => {
  const text = read('compose.yaml');
  expect(lintCompose(text)).toEqual([]);
  // Each exception is needed.
  const all = lintCompose(text, []).map((complaint) => complaint.split(' ')[0]);
  expect([...new Set(all)].sort()).toEqual(Object.keys(RULES_NOT_FOLLOWED).sort());
  const violated = (before: string, after: string) => lintCompose(text.replace(before, after)).join();
  expect(violated("'127.0.0.1:3030:3000'", "'3030:3000'")).toContain('no-unbound-port-interfaces');
  expect(violated('127.0.0.1:3030', '127.0.0.1:3000')).toContain('no-duplicate-exported-ports');
  expect(violated('redis:8-alpine', 'redis:latest')).toContain('service-image-require-explicit-tag');
});

type Manifest = { apiVersion: string; kind: string; metadata: { name: string } };

function manifests(): Manifest[] {
  const files = globSync('ops/kubernetes/base/*.yaml', { cwd: ROOT }).filter(
    (file) => !file.endsWith('kustomization.yaml'),
  );
  return [...files, 'ops/kubernetes/secret.example.yaml'].flatMap((file) =>
    parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest),
  );
}

const modelOf = ({ apiVersion, kind }: Manifest) => `kubernetes-models/${apiVersion}/${kind}`;

/** Throws what does not fit the OpenAPI schema of Kubernetes. */
async function validate(manifest: Manifest): Promise<void> {
  const file = path.join(folder, 'node_modules', `${modelOf(manifest)}.js`);
  const models = (await import(pathToFileURL(file).href)) as Record<
    string,
    new (
      data: Manifest,
    ) => { validate: () => void }
  >;
  const Model = models[manifest.kind];
  if (!Model) throw new Error(`no schema of ${manifest.apiVersion} ${manifest.kind}`);
  new Model(manifest).validate();
}

test(
  'every manifest fits the OpenAPI schemas of Kubernetes, and an error in one is detected',
  async () => {
    const all = manifests();
    report('manifests held against the schemas of Kubernetes', { count: all.length });
    for (const manifest of all) await validate(manifest);
    const deployment = all.find(({ kind }) => kind === 'Deployment') as Manifest;
    const broken = JSON.parse(JSON.stringify(deployment).replace('"maxSurge":1', '"maxSurge":true'));
    await expect(validate(broken)).rejects.toThrow('maxSurge');
  },
  PATIENT_MS,
);

/**
 * TypeScript's errors for manifests written as values of the schemas' types: the schemas alone accept unknown fields.
 */
async function typeComplaints(all: readonly Manifest[]): Promise<string> {
  const lines = all.map(
    (manifest, n) =>
      `import type { I${manifest.kind} as T${n} } from '${modelOf(manifest)}';\nexport const v${n}: T${n} = ${JSON.stringify(manifest)};`,
  );
  mkdirSync(path.join(folder, 'types'), { recursive: true });
  writeFileSync(path.join(folder, 'types/manifests.ts'), lines.join('\n'));
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: 'nodenext',
    target: 'es2023',
    types: [],
  };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['types'] }));
  const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  return run(process.execPath, [compiler, '--project', '.'], { cwd: folder }).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
}

test(
  'no manifest has a field that Kubernetes does not know',
  async () => {
    const all = manifests();
    expect(await typeComplaints(all)).toBe('');
    const broken = JSON.parse(JSON.stringify(all).replace('"readinessProbe"', '"readinessProbes"'));
    expect(await typeComplaints(broken)).toContain('readinessProbes');
  },
  PATIENT_MS,
);

type Diagnostic = { severity: number; message: string; range: { start: { line: number } } };

test('the Dockerfile has no error and no warning, and a broken one has', async () => {
  const require = createRequire(path.join(folder, 'package.json'));
  const { validate: lint } = require('dockerfile-utils') as { validate: (text: string) => Diagnostic[] };
  const complaints = (text: string) => lint(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`);
  expect(complaints(read('Dockerfile'))).toEqual([]);
  expect(complaints('FROM node\nRUNS true\n')).not.toEqual([]);
});

const hasYamllint = await run('yamllint', ['--version']).then(
  () => true,
  () => false,
);
// The manifests have spaces within braces, no `---` before the first document, and lines as long as our code.
const YAMLLINT_RULES = '{braces: {max-spaces-inside: 1}, document-start: disable, line-length: {max: 120}}';

test.skipIf(!hasYamllint)('no manifest violates the rules of yamllint, and a violation is detected', async () => {
  const lint = (target: string) =>
    run('yamllint', ['--strict', '-f', 'parsable', '-d', `{extends: default, rules: ${YAMLLINT_RULES}}`, target]).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    );
  expect(await lint(path.join(ROOT, 'ops/kubernetes'))).toBe('');
  const file = path.join(folder, 'broken.yaml');
  writeFileSync(file, read('ops/kubernetes/base/web.yaml').replace('kind: Deployment', 'kind: Deployment\nkind: Pod'));
  expect(await lint(file)).toContain('key-duplicates');
});

const hasKubectl = await run('kubectl', ['version', '--client']).then(
  () => true,
  () => false,
);

test.skipIf(!hasKubectl)('kustomize renders the base: one namespace, one image', async () => {
  const { stdout } = await run('kubectl', ['kustomize', path.join(ROOT, 'ops/kubernetes/base')]);
  const rendered = parseAllDocuments(stdout).map(
    (document) => document.toJS() as Manifest & { metadata: { namespace?: string } },
  );
  expect(rendered).toHaveLength(manifests().length - 1);
  const elsewhere = rendered.filter(
    ({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== 'timer-service',
  );
  expect(elsewhere).toEqual([]);
  const images = new Set([...stdout.matchAll(/^\s+image: (.*)$/gm)].map(([, image]) => image));
  expect([...images]).toEqual(['registry.example.com/timer-service:0.1.0']);
  for (const manifest of rendered) await validate(manifest);
});
