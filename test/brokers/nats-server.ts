import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { PASSWORD, startBroker, type TestBroker } from '#/test/brokers/broker-process.ts';

/** A throwaway NATS with JetStream. */
export function startNatsServer(): Promise<TestBroker> {
  return startBroker({
    command: 'nats-server',
    args: ({ port, folder }) => {
      const config = path.join(folder, 'nats.conf');
      const user = `authorization { user: timers, password: "${PASSWORD}" }`;
      const largest = 'max_payload: 8MB';
      const storage = `jetstream { store_dir: "${folder}" }`;
      writeFileSync(config, [`listen: "127.0.0.1:${port}"`, largest, storage, user, ''].join('\n'));
      return ['-c', config];
    },
    url: (port, password) => `nats://timers:${password}@127.0.0.1:${port}`,
  });
}
