import { PASSWORD, startBroker, type TestBroker } from '#/test/brokers/broker-process.ts';

/** A throwaway Redis that writes each command to its disk before it confirms it. */
export function startRedisServer(): Promise<TestBroker> {
  return startBroker({
    command: 'redis-server',
    args: ({ port, folder }) => {
      const options = {
        port,
        bind: '127.0.0.1',
        dir: folder,
        requirepass: PASSWORD,
        appendonly: 'yes',
        appendfsync: 'always',
        save: '',
      };
      return Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    },
    url: (port, password) => `redis://:${password}@127.0.0.1:${port}`,
  });
}
