import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '#/scripts/free-port.ts';
import { type Certificate, PASSWORD, startBroker, type TestBroker } from '#/test/brokers/broker-process.ts';
import { eventually } from '#/test/eventually.ts';

/** Not the wrapper in /usr/sbin, which switches to another user and the system's folders. */
const FOLDER = '/usr/lib/rabbitmq/bin';
const run = promisify(execFile);

/**
 * A throwaway RabbitMQ, which requires TLS if it has a certificate. It has its own Erlang port mapper, which ends with
 * it.
 */
export async function startRabbitMqServer(tls?: Certificate): Promise<TestBroker> {
  const [dist, epmd] = [await freePort(), await freePort()];
  const mapper = { ERL_EPMD_PORT: String(epmd), ERL_EPMD_ADDRESS: '127.0.0.1' };
  const broker = await startBroker({
    command: `${FOLDER}/rabbitmq-server`,
    debianPackage: 'rabbitmq-server',
    args: () => [],
    env: ({ port, folder }) => {
      const config = path.join(folder, 'rabbitmq.conf');
      const lines = ['default_user = timers', `default_pass = ${PASSWORD}`, 'log.console = true'];
      if (tls) {
        const files = [`ssl_options.certfile = ${tls.certificate}`, `ssl_options.keyfile = ${tls.key}`];
        lines.push('listeners.tcp = none', `listeners.ssl.default = 127.0.0.1:${port}`, ...files);
      }
      writeFileSync(config, `${lines.join('\n')}\n`);
      writeFileSync(path.join(folder, 'enabled_plugins'), '[].');
      return {
        ...mapper,
        HOME: folder,
        RABBITMQ_NODENAME: `timers-${port}@localhost`,
        // These would open a second listener without TLS.
        ...(tls ? {} : { RABBITMQ_NODE_PORT: String(port), RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1' }),
        RABBITMQ_DIST_PORT: String(dist),
        RABBITMQ_CONFIG_FILE: config,
        RABBITMQ_ENABLED_PLUGINS_FILE: path.join(folder, 'enabled_plugins'),
        RABBITMQ_MNESIA_BASE: path.join(folder, 'data'),
        RABBITMQ_LOG_BASE: path.join(folder, 'logs'),
      };
    },
    // It listens before its queues have elected their leaders.
    ready: async ({ port, folder }) => {
      const env = { ...process.env, ...mapper, HOME: folder };
      // It waits for a node that is starting, but fails at once for one whose process is too young to have a name.
      await eventually(() =>
        run(`${FOLDER}/rabbitmqctl`, ['-n', `timers-${port}@localhost`, 'await_startup'], { env }),
      );
    },
    url: (port, password) => `${tls ? 'amqps' : 'amqp'}://timers:${password}@127.0.0.1:${port}`,
  });
  return {
    ...broker,
    stop: async () => {
      await broker.stop();
      spawnSync('epmd', ['-kill'], { env: { ...process.env, ...mapper }, stdio: 'ignore' });
    },
  };
}
