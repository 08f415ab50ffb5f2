import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readEnv, SETTING_NAMES } from '#/lib/core/env.ts';
import { longestDrainMs } from '#/lib/core/shutdown.ts';
import packageJson from '#/package.json' with { type: 'json' };
import { ROOT } from '#/scripts/project.ts';
import { NEWER_TABLES_CODE, ROLES } from '#/scripts/role/role.ts';

// Checks Dockerfile, compose.yaml, ops/kubernetes and ops/systemd against the program that they run. Whether they are
// well-formed is checked by `npm run prove -- proofs deployments` and `systemd-units`.

/** Other variables that the processes read: Node's own, and Next's. */
const NOT_SETTINGS = ['UV_THREADPOOL_SIZE', 'NODE_ENV', 'NEXT_TELEMETRY_DISABLED'];
/** The longest time that a worker takes to stop (worker/main.ts). */
const WORKER_STOPS_SECONDS = 29;
const SECRETS = { DATABASE_URL: 'postgresql://a:b@c/d', AUTH_SECRET: 'x'.repeat(32), METRICS_TOKEN: 'x'.repeat(16) };

type Settings = Record<string, string>;
/** One process as started by a file: its role, settings, and how long it may take to end. */
type Started = { file: string; role: string; settings: Settings; graceSeconds: number | null };

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

type ComposeService = { image: string; command?: string[]; environment?: Settings; stop_grace_period?: string };

/** `${NAME:-default}` is the default, `${NAME:?why}` a secret. */
function filledIn(text: string): string {
  return text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name, kind, rest) =>
    kind === '-' ? rest : ((SECRETS as Settings)[name] ?? 'secret'),
  );
}

function ofCompose(): Started[] {
  const { services } = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, ComposeService> };
  const ours = Object.values(services).filter(({ image }) => image.startsWith('timer-service'));
  return ours.map(({ command = [], environment = {}, stop_grace_period }) => ({
    file: 'compose.yaml',
    role: command[0] ?? '',
    settings: Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filledIn(value)])),
    graceSeconds: stop_grace_period ? Number.parseInt(stop_grace_period, 10) : null,
  }));
}

type Manifest = { kind: string; data?: Settings; stringData?: Settings; spec: { template: { spec: Pod } } };
type Pod = {
  terminationGracePeriodSeconds?: number;
  containers: { args: string[] }[];
  initContainers?: { args: string[] }[];
};

function manifests(): Manifest[] {
  const files = [...globSync('ops/kubernetes/base/*.yaml', { cwd: ROOT }), 'ops/kubernetes/secret.example.yaml'];
  return files.flatMap((file) => parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest));
}

function ofKubernetes(): Started[] {
  const all = manifests();
  const settings: Settings = Object.assign({}, ...all.map(({ data, stringData }) => ({ ...data, ...stringData })));
  const pods = all.filter(({ kind }) => ['Deployment', 'Job'].includes(kind)).map(({ spec }) => spec.template.spec);
  return pods.flatMap((pod) =>
    [...pod.containers, ...(pod.initContainers ?? [])].map(({ args }) => ({
      file: 'ops/kubernetes',
      role: args[0] ?? '',
      settings: { ...settings, ...SECRETS },
      graceSeconds: pod.terminationGracePeriodSeconds ?? null,
    })),
  );
}

function ofSystemd(): Started[] {
  return globSync('ops/systemd/*.service', { cwd: ROOT }).map((file) => {
    const line = /^ExecStart=(.*)$/m.exec(read(file))?.[1] ?? '';
    const given = [...line.matchAll(/\b([A-Z_]+)=%i/g)].map(([, name]) => [name, '3000']);
    const grace = /^TimeoutStopSec=(\d+)$/m.exec(read(file))?.[1];
    return {
      file,
      role: /role\.mjs (\w+)/.exec(line)?.[1] ?? '',
      settings: { ...Object.fromEntries(given), ...SECRETS },
      graceSeconds: grace ? Number(grace) : null,
    };
  });
}

describe.each([
  ['compose.yaml', ofCompose()],
  ['ops/kubernetes', ofKubernetes()],
  ['ops/systemd', ofSystemd()],
])('%s', (_name, started) => {
  test('starts every role, and only existing ones', () => {
    expect(new Set(started.map(({ role }) => role))).toEqual(new Set(ROLES));
  });

  test('uses settings that exist and are valid', () => {
    for (const { settings, role } of started) {
      const unknown = Object.keys(settings).filter((name) => ![...SETTING_NAMES, ...NOT_SETTINGS].includes(name));
      expect(unknown, role).toEqual([]);
      expect(() => readEnv({ ...settings, ...SECRETS }), role).not.toThrow();
    }
  });

  test('gives each process the time that it needs to shut down cleanly', () => {
    for (const { role, settings, graceSeconds } of started.filter(({ graceSeconds: grace }) => grace !== null)) {
      const { DRAIN_SECONDS } = readEnv({ ...settings, ...SECRETS });
      const needed = role === 'web' ? longestDrainMs(DRAIN_SECONDS) / 1_000 : WORKER_STOPS_SECONDS;
      expect(graceSeconds, role).toBeGreaterThan(needed);
    }
    const limited = started.filter(({ graceSeconds }) => graceSeconds !== null).map(({ role }) => role);
    expect(limited).toEqual(expect.arrayContaining(['web', 'worker', 'bridge']));
  });
});

test('the image has the Node version of package.json, in both of its stages, and runs as an unprivileged user', () => {
  const lines = read('Dockerfile').split('\n');
  expect(lines).toContain(`ARG NODE_VERSION=${packageJson.dependencies.node}`);
  const stages = lines.filter((line) => line.startsWith('FROM '));
  expect(stages).toHaveLength(2);
  for (const line of stages) expect(line).toMatch(/^FROM node:\$\{NODE_VERSION\}-/);
  expect(lines.indexOf('USER node')).toBeGreaterThan(lines.indexOf(stages[1] ?? ''));
});

test('the image has its own health check for every role, and compose.yaml uses it', () => {
  const [, command = ''] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(read('Dockerfile')) ?? [];
  const [program, file] = JSON.parse(command) as string[];
  expect([program, existsSync(path.join(ROOT, file ?? ''))]).toEqual(['node', true]);
  const { services } = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, ComposeService & { healthcheck?: object }>;
  };
  const ours = Object.values(services).filter(({ image }) => image.startsWith('timer-service'));
  const own = ours.filter(({ healthcheck }) => healthcheck);
  // A migration ends by itself.
  expect(own.map(({ command: args, healthcheck }) => [args, healthcheck])).toEqual([[['migrate'], { disable: true }]]);
});

test('neither settings nor data of this folder get into the image', () => {
  const ignored = read('.dockerignore').split('\n');
  for (const name of ['.env', '.env.*', '.data', '.git', 'node_modules']) expect(ignored).toContain(name);
});

test('systemd does not run migrations again that a newer version has applied', () => {
  const lines = read('ops/systemd/timer-service-migrate.service').split('\n');
  expect(lines).toContain(`RestartPreventExitStatus=${NEWER_TABLES_CODE}`);
});

test('workers are scaled by a metric that processes export and the adapter serves', () => {
  const [scaler] = manifests().filter(({ kind }) => kind === 'HorizontalPodAutoscaler') as unknown as [
    { spec: { metrics: { external: { metric: { name: string } } }[] } },
  ];
  const name = scaler.spec.metrics[0]?.external.metric.name ?? '';
  const { rules } = parse(read('ops/kubernetes/prometheus-adapter-values.yaml')) as {
    rules: { external: { name: { as: string }; seriesQuery: string; metricsQuery: string }[] };
  };
  expect(rules.external.map((rule) => [rule.name.as, rule.seriesQuery.split('{')[0]])).toEqual([[name, name]]);
  const exported = read('lib/analytics/minutes/export-operations-metrics.ts');
  const requested = rules.external.flatMap((rule) => rule.metricsQuery.match(/timer_service_\w+/g) ?? []);
  expect(requested).toEqual(['timer_service_on_hold']);
  for (const one of [name, ...requested]) expect(exported).toContain(`'${one.replace('timer_service_', '')}'`);
});
