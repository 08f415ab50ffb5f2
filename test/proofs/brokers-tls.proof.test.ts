// cspell:words addext keyout
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { BrokerConnection } from '#/lib/bridge/adapters/broker-connection.ts';
import { openBroker } from '#/lib/bridge/adapters/open-broker.ts';
import { newId } from '#/lib/core/ids.ts';
import { parseAllowList } from '#/lib/url-guard/url-guard.ts';
import type { TestBroker } from '#/test/brokers/broker-process.ts';
import { startNatsServer } from '#/test/brokers/nats-server.ts';

const known = getCACertificates('default');
const folder = mkdtempSync(path.join(tmpdir(), 'timer-service-tls-'));
const brokers = new Map<string, TestBroker>();
const open = new Set<BrokerConnection>();

/** A server whose certificate is for one name or address, and trusted. */
async function start(name: string): Promise<void> {
  const [certificate, key] = [path.join(folder, `${newId()}.pem`), path.join(folder, `${newId()}.key`)];
  const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=broker'];
  const to = ['-addext', `subjectAltName=${name}`, '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', ...made, ...to], { stdio: 'ignore' });
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(certificate, 'utf8')]);
  brokers.set(name, await startNatsServer({ certificate, key }));
}

beforeAll(async () => {
  await start('IP:127.0.0.1');
  await start('DNS:localhost');
});
afterEach(async () => {
  await Promise.all([...open].map((connection) => connection.close()));
  open.clear();
});
afterAll(async () => {
  await Promise.all([...brokers.values()].map((broker) => broker.stop()));
  setDefaultCACertificates(known);
  rmSync(folder, { recursive: true, force: true });
});

function check(name: string, change: (url: string) => string): Promise<void> {
  const url = change((brokers.get(name) as TestBroker).url);
  const allowed = parseAllowList('127.0.0.0/8');
  const connection = openBroker({ kind: 'nats', url, workspaceId: newId(), allowed });
  open.add(connection);
  return connection.check();
}

const byAddress = (url: string) => url;
const byName = (url: string) => url.replace('127.0.0.1', 'localhost');

test('NATS is reached over TLS by the address or the name that its certificate is for', async () => {
  await check('IP:127.0.0.1', byAddress);
  await check('DNS:localhost', byName);
});

test('NATS is not reached by another address or name than its certificate is for', async () => {
  for (const [name, change] of [
    ['IP:127.0.0.1', byName],
    ['DNS:localhost', byAddress],
  ] as const) {
    await expect(check(name, change)).rejects.toMatchObject({ code: 'tls_failed' });
  }
});
