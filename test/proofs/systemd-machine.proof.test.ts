import { once } from 'node:events';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import { ROOT } from '#/scripts/project.ts';
import { report, rounded } from '#/test/proofs/figures.ts';
import { DebianMachine, HAS_MACHINES } from '#/test/proofs/machine/debian-machine.ts';
import { type Block, documentedBlocks, filledIn } from '#/test/proofs/machine/documented-commands.ts';
import type { RequestsResult } from '#/test/proofs/machine/requests-main.ts';

// A Debian with systemd as its first process is set up, upgraded and rolled back with the commands of
// docs/operations.md, as they are there, by somebody who does nothing else. Two releases: the last commit of this
// repository, and one with another migration.

const [OLD, NEW] = ['v1', 'v2'];
const REPOSITORY = '/srv/timer-service.git';
const API_KEY = 'only-for-proofs-only-for-proofs-only-for-proofs';
const UNITS = ['web@3000', 'web@3010', 'worker@3001', 'worker@3011'].map((unit) => `timer-service-${unit}`);
const PROXY = 'http://127.0.0.1';
const INSTALL_MS = 30 * MINUTE_MS;
const STEP_MS = 10 * MINUTE_MS;
const READY =
  'until curl -fsS --fail-early http://127.0.0.1:3000/api/ready http://127.0.0.1:3010/api/ready; do sleep 0.2; done';

/** The blocks of the section, by what they are for. */
const [packages, database, settings, release, units, proxy, upgrade, rollback] = documentedBlocks(
  'On a Debian machine with systemd',
).map((block: Block) => block.text) as [string, string, string, string, string, string, string, string];

let machine: DebianMachine;

/** The repository, with the last commit as one version and another migration on top of it as the next. */
const VERSIONS = `
git -C ${REPOSITORY} branch --force ${OLD} HEAD
git clone --quiet --branch ${OLD} ${REPOSITORY} /tmp/next && cd /tmp/next
mkdir prisma/migrations/9999_next
echo "comment on table alarms is 'Pending alarms';" > prisma/migrations/9999_next/migration.sql
git add . && git -c user.name=proof -c user.email=proof@example.com commit --quiet --message 'Comment on a table'
git push --quiet --force origin HEAD:${NEW} && rm -r /tmp/next
`;

const releaseOf = (version: string) => filledIn(release, { VERSION: version, URL_OF_THE_REPOSITORY: REPOSITORY });
const withoutLastLine = (script: string) => script.trimEnd().split('\n').slice(0, -1).join('\n');

/** What the section says to add for a first key, and for receivers on the machine itself; and no limits of requests. */
const SETTINGS = [
  'BOOTSTRAP_EMAIL=owner@example.com',
  'BOOTSTRAP_PASSWORD=only-for-proofs',
  'BOOTSTRAP_WORKSPACE=Proof',
  `BOOTSTRAP_API_KEY=${API_KEY}`,
  'ALARM_ALLOWED_CIDRS=127.0.0.0/8',
  ...['KEY', 'PERSON', 'WORKSPACE'].map((whose) => `RATE_LIMIT_PER_${whose}=0`),
  'METRICS_TOKEN',
].join('\n');

beforeAll(async () => {
  if (!HAS_MACHINES) return;
  machine = await DebianMachine.install();
  await machine.prepare(`${packages}\napt-get install -y caddy`);
  cpSync(path.join(ROOT, '.git'), path.join(machine.root, REPOSITORY), { recursive: true });
  await machine.prepare(`git -C ${REPOSITORY} config core.bare true\n${VERSIONS}`);
  await machine.prepare(releaseOf(OLD));
  await machine.prepare(withoutLastLine(releaseOf(NEW)));
  await machine.boot();
}, INSTALL_MS);
afterAll(() => machine?.end(), STEP_MS);

/** A property of a unit, as `systemctl show` names it. */
const show = async (unit: string, property: string) =>
  (await machine.run(`systemctl show --value --property=${property} ${unit}`)).trim();
const callApi = (path: string, more = '') =>
  machine.run(`curl -sS --fail-with-body ${more} -H 'Authorization: Bearer ${API_KEY}' ${PROXY}/api/v1${path}`);

/** Runs a script while clients create alarms and read, without a pause, through the proxy. */
async function underLoad(script: string): Promise<RequestsResult> {
  const args = ['test/proofs/machine/requests-main.ts', PROXY, API_KEY];
  const clients = machine.start(process.execPath, args, { cwd: ROOT });
  const output = text(clients.stdout as NonNullable<typeof clients.stdout>);
  await machine.run(script);
  clients.stdin?.end();
  const [code] = await once(clients, 'exit');
  expect(code).toBe(0);
  return JSON.parse(await output);
}

function expectNothingLost(name: string, { responses, failures, created, arrived }: RequestsResult): void {
  report(name, { responses, failed: failures.length, alarms: created, lost: created - arrived });
  expect(failures.slice(0, 5)).toEqual([]);
  expect(created).toBeGreaterThan(0);
  expect(arrived).toBe(created);
}

describe.skipIf(!HAS_MACHINES)('a service on Debian, set up with the commands of docs/operations.md', () => {
  test('is ready, and the doctor finds no failure', { timeout: STEP_MS }, async () => {
    const setUp = [
      database,
      filledIn(settings, { METRICS_TOKEN: SETTINGS }),
      'cd /opt/timer-service/current',
      units.replace(/^journalctl.*$/m, ''),
    ];
    const began = performance.now();
    const output = await machine.run(setUp.join('\n'));
    report('A service on Debian, set up', { seconds: rounded((performance.now() - began) / SECOND_MS) });
    expect(output).toMatch(/^\d+ ok, .*\b0 failed$/m);
    await machine.run(`cat > /etc/caddy/Caddyfile <<'EOF'
${filledIn(proxy, { 'timers.example.com': ':80' })}
EOF
systemctl reload caddy`);
    expect(JSON.parse(await callApi('/me'))).toMatchObject({ workspace: { name: 'Proof' } });
    for (const unit of UNITS) expect(await show(unit, 'NRestarts'), unit).toBe('0');
  });

  test('writes nowhere but in its own temporary folder, and sees no other processes', {
    timeout: STEP_MS,
  }, async () => {
    for (const unit of UNITS) {
      const inside = `nsenter --mount --pid --target $(systemctl show --value --property=MainPID ${unit}) setpriv --reuid=timer-service --regid=timer-service --clear-groups`;
      const writes = [
        '/opt/timer-service/current',
        '/etc/timer-service',
        '/var/lib',
        '/var/tmp/x/..',
        '/home',
        '/root',
        '/usr',
      ];
      const tried = await machine.run(
        `${inside} sh -c 'for folder in ${writes.join(' ')}; do touch $folder/written 2>/dev/null && echo $folder; done; true'`,
      );
      expect(tried, unit).toBe('');
      await machine.run(`${inside} touch /tmp/written && ! test -e /tmp/written`);
      const users = await machine.run(`${inside} sh -c 'stat -c %U /proc/[0-9]*' | sort -u`);
      expect(users.trim(), unit).toBe('timer-service');
      expect(
        await machine.run(
          `grep -E "^(CapEff|NoNewPrivs|Seccomp):" /proc/$(systemctl show --value --property=MainPID ${unit})/status`,
        ),
      ).toBe('CapEff:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t2\n');
      expect(await show(unit, 'MemoryMax')).toBe(String(1_600 * 2 ** 20));
    }
  });

  test('has each process again after it is killed', { timeout: STEP_MS }, async () => {
    for (const unit of UNITS) {
      const before = await show(unit, 'MainPID');
      const began = performance.now();
      await machine.run(`kill -KILL ${before}
while [ "$(systemctl show --value --property=MainPID ${unit})" = ${before} ] || [ "$(systemctl show --value --property=MainPID ${unit})" = 0 ]; do sleep 0.1; done
${READY}`);
      report(`${unit} is killed`, { secondsUntilReady: rounded((performance.now() - began) / SECOND_MS) });
      expect(await show(unit, 'NRestarts'), unit).toBe('1');
    }
  });

  test('is ready again after an outage of the database, without help', { timeout: STEP_MS }, async () => {
    await machine.run(`systemctl stop postgresql
while curl -fsS -o /dev/null http://127.0.0.1:3000/api/ready; do sleep 0.2; done
systemctl start postgresql
${READY}`);
    expect(await show('timer-service-migrate', 'Result')).toBe('success');
  });

  test('is ready after a reboot, and fires what became due meanwhile', { timeout: STEP_MS }, async () => {
    const body = JSON.stringify({ delay_ms: 5_000, url: 'http://127.0.0.1:65535/nobody', retry: [] });
    const { alarm } = JSON.parse(await callApi('/alarms', `-H 'Content-Type: application/json' -d '${body}'`));
    await machine.run('systemctl stop "timer-service-worker@*"');
    const began = performance.now();
    await machine.reboot();
    await machine.run(READY);
    report('A machine is rebooted', { secondsUntilReady: rounded((performance.now() - began) / SECOND_MS) });
    await machine.run(
      `until curl -fsS -H 'Authorization: Bearer ${API_KEY}' ${PROXY}/api/v1/alarms/${alarm.id} | grep -q '"status":"dead"'; do sleep 0.2; done`,
    );
    for (const unit of UNITS) expect(await show(unit, 'NRestarts'), unit).toBe('0');
  });

  test('is upgraded without a failed request or a lost alarm', { timeout: STEP_MS }, async () => {
    const result = await underLoad(filledIn(upgrade, { NEW: NEW as string }));
    expectNothingLost('An upgrade behind Caddy', result);
    expect(await machine.run('readlink -f /opt/timer-service/current')).toBe(`/opt/timer-service/releases/${NEW}\n`);
    for (const unit of UNITS) expect(await show(unit, 'ActiveState'), unit).toBe('active');
  });

  test('is rolled back without a failed request or a lost alarm', { timeout: STEP_MS }, async () => {
    const result = await underLoad(filledIn(rollback, { VERSION: OLD as string }));
    expectNothingLost('A rollback behind Caddy', result);
    for (const unit of UNITS) expect(await show(unit, 'ActiveState'), unit).toBe('active');
    expect(await show('timer-service-migrate', 'ExecMainStatus')).toBe('78');
  });
});
