import { type Certificate, PASSWORD, startBroker, type TestBroker } from '#/test/brokers/broker-process.ts';

/**
 * A throwaway Redis that writes each command to disk before it confirms it, and requires TLS if it has a certificate.
 */
export function startRedisServer(tls?: Certificate): Promise<TestBroker> {
  return startBroker({
    command: 'redis-server',
    args: ({ port, folder }) => {
      const options = {
        ...(tls ? { port: 0, 'tls-port': port, 'tls-auth-clients': 'no' } : { port }),
        ...(tls ? { 'tls-cert-file': tls.certificate, 'tls-key-file': tls.key } : {}),
        bind: '127.0.0.1',
        dir: folder,
        requirepass: PASSWORD,
        appendonly: 'yes',
        appendfsync: 'always',
        save: '',
      };
      return Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    },
    url: (port, password) => `${tls ? 'rediss' : 'redis'}://:${password}@127.0.0.1:${port}`,
  });
}
