import { BrokerError } from '#/lib/bridge/adapters/broker-connection.ts';

/** The names of brokers on screens. */
type Product = 'Redis' | 'RabbitMQ' | 'NATS';

// cspell:words inequivalent
const TLS = /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/;
const UNTRUSTED = /^(?:DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

/** An error of the network by its code, which may be empty, as a sentence that says what to do next. */
export function connectionError(product: Product, code: string | number): BrokerError {
  const text = String(code);
  if (text === 'ETIMEDOUT') return timeoutError(product);
  if (TLS.test(text)) return new BrokerError('tls_failed', tlsProblem(product, text));
  return new BrokerError('unreachable', networkProblem(product, text));
}

/** The error of a broker that does not accept a connection in time. */
export function timeoutError(product: Product): BrokerError {
  const next = 'Check the host and the port in its URL, and that no firewall is in the way.';
  return new BrokerError('timeout', `${product} could not be reached in time. ${next}`);
}

/** The error of a call that a broker has not responded to in time. */
export function lateError(product: Product | 'The broker'): BrokerError {
  return new BrokerError(
    'timeout',
    `${product} did not respond in time. Check its load and its log. The service retries automatically.`,
  );
}

/** The error of a lost connection. */
export function lostError(product: Product): BrokerError {
  return new BrokerError(
    'unreachable',
    `${product} closed the connection. Check that it runs. The service retries automatically.`,
  );
}

function networkProblem(product: Product, code: string): string {
  const shown = code && ` (${code})`;
  switch (code) {
    case 'ECONNREFUSED':
      return `${product} could not be reached: nothing accepts connections there${shown}. Start it, or correct the host and the port in its URL.`;
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${product} could not be reached: there is no route to its host${shown}. Check the host in its URL, and the network.`;
    default:
      return `${product} could not be reached or closed the connection${shown}. Check that it runs, and that its URL says whether it uses TLS.`;
  }
}

function tlsProblem(product: Product, code: string): string {
  const failed = `The TLS handshake with ${product} failed (${code}).`;
  if (code === 'CERT_HAS_EXPIRED') return `The certificate of ${product} has expired (${code}). Renew it.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `${failed} Enter the host name that its certificate is for.`;
  if (UNTRUSTED.test(code)) {
    return `${failed} Its certificate is not trusted: use one of a public authority, or start this service with yours in NODE_EXTRA_CA_CERTS.`;
  }
  return `${failed} Enter the port that it has for TLS, or a URL without TLS.`;
}

/** What to do about messages of RabbitMQ and NATS: the first match counts. */
const ADVICE: readonly (readonly [words: RegExp, next: string])[] = [
  [
    /access to vhost|vhost .*not found/i,
    'Correct the virtual host at the end of the URL, or allow this user to use it.',
  ],
  [/access to .* refused|permissions? violation/i, 'Allow this user to create, write, and read the target.'],
  [/PRECONDITION_FAILED|inequivalent/, 'The queue exists with other settings. Delete it, or choose another one.'],
  [/no queue|no stream|stream not found|no responders|NOT_FOUND/i, 'Create the target, or choose another one.'],
  [/jetstream not enabled/i, 'Start NATS with JetStream.'],
];

/** A command that RabbitMQ or NATS has rejected, with its message and what to do next. */
export function rejectedCommand(product: Product, message: string): BrokerError {
  const next = ADVICE.find(([words]) => words.test(message))?.[1] ?? 'Its log may say more.';
  const text = message.trim().replace(/[.:]*$/, '.');
  return new BrokerError('rejected', `${product} rejected the command: ${text} ${next}`);
}
