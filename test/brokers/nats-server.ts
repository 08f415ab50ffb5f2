import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Certificate, PASSWORD, startBroker, type TestBroker } from '#/test/brokers/broker-process.ts';

/** A throwaway NATS with JetStream, which requires TLS if it has a certificate. */
export function startNatsServer(tls?: Certificate): Promise<TestBroker> {
  return startBroker({
    command: 'nats-server',
    args: ({ port, folder }) => {
      const config = path.join(folder, 'nats.conf');
      const user = `authorization { user: timers, password: "${PASSWORD}" }`;
      const largest = 'max_payload: 8MB';
      const storage = `jetstream { store_dir: "${folder}" }`;
      const secure = tls ? [`tls { cert_file: "${tls.certificate}", key_file: "${tls.key}" }`] : [];
      writeFileSync(config, [`listen: "127.0.0.1:${port}"`, largest, storage, user, ...secure, ''].join('\n'));
      return ['-c', config];
    },
    url: (port, password) => `${tls ? 'tls' : 'nats'}://timers:${password}@127.0.0.1:${port}`,
  });
}
