// cspell:words addext keyout
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { BrokerConnection, BrokerKind } from '#/lib/bridge/adapters/broker-connection.ts';
import { openBroker } from '#/lib/bridge/adapters/open-broker.ts';
import { newId } from '#/lib/core/ids.ts';
import { parseAllowList } from '#/lib/url-guard/url-guard.ts';
import type { Certificate, TestBroker } from '#/test/brokers/broker-process.ts';
import { startNatsServer } from '#/test/brokers/nats-server.ts';
import { startRabbitMqServer } from '#/test/brokers/rabbitmq-server.ts';
import { startRedisServer } from '#/test/brokers/redis-server.ts';
import { eventually } from '#/test/eventually.ts';

const SERVERS: Record<BrokerKind, (tls: Certificate) => Promise<TestBroker>> = {
  redis: startRedisServer,
  rabbitmq: startRabbitMqServer,
  nats: startNatsServer,
};
const NAMES = ['IP:127.0.0.1', 'DNS:localhost'];
/** For both, on a busy machine. */
const SERVERS_START_MS = 300_000;

const known = getCACertificates('default');
const folder = mkdtempSync(path.join(tmpdir(), 'timer-service-tls-'));
afterAll(() => {
  setDefaultCACertificates(known);
  rmSync(folder, { recursive: true, force: true });
});

/** A certificate for one name or address, trusted from then on. */
function certificateFor(name: string): Certificate {
  const [certificate, key] = [path.join(folder, `${newId()}.pem`), path.join(folder, `${newId()}.key`)];
  const created = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=broker'];
  const to = ['-addext', `subjectAltName=${name}`, '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', ...created, ...to], { stdio: 'ignore' });
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(certificate, 'utf8')]);
  return { certificate, key };
}

describe.each(Object.keys(SERVERS) as BrokerKind[])('%s', (kind) => {
  const brokers = new Map<string, TestBroker>();
  const open = new Set<BrokerConnection>();

  beforeAll(async () => {
    for (const name of NAMES) brokers.set(name, await SERVERS[kind](certificateFor(name)));
  }, SERVERS_START_MS);
  afterEach(async () => {
    await Promise.all([...open].map((connection) => connection.close()));
    open.clear();
  });
  afterAll(() => Promise.all([...brokers.values()].map((broker) => broker.stop())));

  function connect(name: string, change: (url: string) => string): BrokerConnection {
    const url = change((brokers.get(name) as TestBroker).url);
    const allowed = parseAllowList('127.0.0.0/8');
    const connection = openBroker({ kind, url, workspaceId: newId(), allowed });
    open.add(connection);
    return connection;
  }

  const byAddress = (url: string) => url;
  const byName = (url: string) => url.replace('127.0.0.1', 'localhost');

  test('is reached over TLS by the address or the name of its certificate', async () => {
    await connect('IP:127.0.0.1', byAddress).check();
    const connection = connect('DNS:localhost', byName);
    await connection.publish({ target: 'events', id: '1', body: '{}' }, AbortSignal.timeout(30_000));
    await eventually(async () =>
      expect(await connection.consume('events', { most: 1, waitMs: 1_000 })).toMatchObject([{ body: '{}' }]),
    );
  });

  test('is not reached by another address or name than that of its certificate', async () => {
    for (const [name, change] of [
      ['IP:127.0.0.1', byName],
      ['DNS:localhost', byAddress],
    ] as const) {
      await expect(connect(name, change).check()).rejects.toMatchObject({ code: 'tls_failed' });
    }
  });

  test('is not reached with an untrusted certificate', async () => {
    const trusted = getCACertificates('default');
    setDefaultCACertificates(known);
    try {
      await expect(connect('DNS:localhost', byName).check()).rejects.toMatchObject({ code: 'tls_failed' });
    } finally {
      setDefaultCACertificates(trusted);
    }
  });
});
