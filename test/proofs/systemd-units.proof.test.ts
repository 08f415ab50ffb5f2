import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#/scripts/free-port.ts';
import { ROOT } from '#/scripts/project.ts';
import { emptyTestDatabase } from '#/test/database.ts';
import { report } from '#/test/proofs/figures.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';

// The units of ops/systemd: checked by systemd's own tools (Debian package `systemd`; none needs to run), and their
// commands run as they are, by an account without write access if this process is root's.

const PLACE = '/opt/timer-service/current';
const UNITS = path.join(ROOT, 'ops/systemd');
const INSTANCES: Record<string, string> = { web: '3000', worker: '3001', bridge: '3011' };
/** Of `systemd-analyze security`: 10 is unprotected; up to 2 it reports OK. */
const MAX_EXPOSED = 2;
const NOBODY = ['--reuid=65534', '--regid=65534', '--clear-groups', '--no-new-privs', '--bounding-set=-all', '--'];

const run = promisify(execFile);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'timer-service-units-'));
  cpSync(UNITS, folder, { recursive: true });
  for (const file of globSync('**/*.{service,conf,target}', { cwd: folder })) {
    const text = readFileSync(path.join(folder, file), 'utf8');
    writeFileSync(path.join(folder, file), text.replaceAll(PLACE, ROOT));
  }
  for (const [role, instance] of Object.entries(INSTANCES)) {
    cpSync(
      path.join(folder, `timer-service-${role}@.service`),
      path.join(folder, `timer-service-${role}@${instance}.service`),
    );
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const units = () => globSync('*.{service,target}', { cwd: folder }).filter((name) => !name.includes('@.'));
const analyze = (...args: string[]) =>
  run('systemd-analyze', args, { env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` } });

test('systemd finds no error in the units, and one in a broken unit', async () => {
  expect(units()).toHaveLength(5);
  for (const unit of units()) {
    const { stdout, stderr } = await analyze('verify', '--man=no', path.join(folder, unit));
    expect(`${stdout}${stderr}`, unit).toBe('');
  }
  const broken = path.join(folder, 'timer-service-broken.service');
  writeFileSync(broken, '[Service]\nExecStart=/no/such/program\n');
  await expect(analyze('verify', '--man=no', broken)).rejects.toThrow('/no/such/program');
  rmSync(broken);
});

test('every service is hardened', async () => {
  for (const unit of units().filter((name) => name.endsWith('.service'))) {
    const { stdout } = await analyze('security', '--offline=true', '--no-pager', path.join(folder, unit));
    const level = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]);
    report('exposure by systemd-analyze security, 10 is worst', { unit, level });
    expect(level, stdout).toBeLessThanOrEqual(MAX_EXPOSED);
  }
});

/** The lines of a unit with this key, with its instance inserted. */
function linesOf(unit: string, key: string, instance: string): string[] {
  const text = readFileSync(path.join(folder, unit), 'utf8');
  return [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, line = '']) => line.replaceAll('%i', instance));
}

type Running = { child: ChildProcess; output: () => string; ended: Promise<number | null> };
const running: Running[] = [];
afterAll(async () => {
  for (const { child, ended } of running) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended;
  }
});

/** Runs a line like systemd: in the unit's folder, only with its environment, as an unprivileged user. */
function start(line: string, environment: Record<string, string>): Running {
  const fixed = linesOf('timer-service-.service.d/50-common.conf', 'Environment', '').map((one) => one.split('='));
  const [program = '', ...args] =
    process.getuid?.() === 0 ? ['setpriv', ...NOBODY, ...line.split(' ')] : line.split(' ');
  const child = spawn(program, args, {
    cwd: linesOf('timer-service-.service.d/50-common.conf', 'WorkingDirectory', '')[0],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...Object.fromEntries(fixed), ...environment } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  const one = { child, output: () => output, ended: once(child, 'exit').then(([code]) => code as number | null) };
  running.push(one);
  return one;
}

test('the commands of the units migrate, serve, fire and consume, and end cleanly on SIGTERM', async () => {
  const [web, worker, bridge] = [await freePort(), await freePort(), await freePort()].map(String) as [
    string,
    string,
    string,
  ];
  const environment = {
    DATABASE_URL: await emptyTestDatabase(),
    AUTH_SECRET: 'only-for-proofs-only-for-proofs-only',
    APP_URL: `http://127.0.0.1:${web}`,
    BRIDGE: 'off',
    DRAIN_SECONDS: '0',
  };
  const line = (role: string, key: string, instance: string) =>
    linesOf(`timer-service-${role}@.service`, key, instance)[0] ?? '';
  // All at once, as at boot: the first ones wait for the migrations.
  const waiting = start(line('web', 'ExecStartPre', web), environment);
  const migrating = start(linesOf('timer-service-migrate.service', 'ExecStart', '')[0] ?? '', environment);
  expect(await migrating.ended, migrating.output()).toBe(0);
  expect(await waiting.ended, waiting.output()).toBe(0);

  const processes = [
    start(line('web', 'ExecStart', web), environment),
    start(line('worker', 'ExecStart', worker), environment),
    start(line('bridge', 'ExecStart', bridge), environment),
  ];
  const outputs = () => processes.map(({ output }) => output()).join('\n');
  const fetched = (url: string) => fetch(url).catch(() => null);
  await until('the web process is ready', PATIENCE_MS, async () => {
    if (processes.some(({ child }) => child.exitCode !== null)) throw new Error(outputs());
    return (await fetched(`http://127.0.0.1:${web}/api/ready`))?.status === 200;
  });
  const page = await fetch(`http://127.0.0.1:${web}/sign-in`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<html')]);
  for (const port of [worker, bridge]) {
    const metrics = `http://127.0.0.1:${port}/metrics`;
    await until('metrics are served', PATIENCE_MS, async () =>
      Boolean((await (await fetched(metrics))?.text())?.includes('timer_service_')),
    );
  }
  for (const { child } of processes) child.kill('SIGTERM');
  expect(await Promise.all(processes.map(({ ended }) => ended)), outputs()).toEqual([0, 0, 0]);
  expect(outputs()).not.toMatch(/EACCES|EROFS|EPERM/);
});
