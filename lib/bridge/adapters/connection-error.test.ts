import { expect, test } from 'vitest';
// cspell:words inequivalent
import {
  connectionError,
  lateError,
  lostError,
  rejectedCommand,
  timeoutError,
} from '#/lib/bridge/adapters/connection-error.ts';

test.each([
  ['ECONNREFUSED', 'unreachable', /nothing accepts connections there \(ECONNREFUSED\)\. Start it, or correct the host/],
  ['EHOSTUNREACH', 'unreachable', /no route to its host \(EHOSTUNREACH\)\. Check the host/],
  ['ENETUNREACH', 'unreachable', /no route to its host \(ENETUNREACH\)\. Check the host/],
  ['ECONNRESET', 'unreachable', /closed the connection \(ECONNRESET\)\. Check that it runs/],
  ['', 'unreachable', /closed the connection\. Check that it runs/],
  ['ETIMEDOUT', 'timeout', /in time\. Check the host and the port .* firewall/],
  ['CERT_HAS_EXPIRED', 'tls_failed', /has expired \(CERT_HAS_EXPIRED\)\. Renew it\./],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls_failed', /Enter the host name that its certificate is for\./],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls_failed', /not trusted: .* NODE_EXTRA_CA_CERTS/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls_failed', /not trusted: .* NODE_EXTRA_CA_CERTS/],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls_failed', /Enter the port that it has for TLS, or a URL without TLS\./],
  ['EPROTO', 'tls_failed', /Enter the port that it has for TLS/],
] as const)('An error of the network with the code “%s” is %s and says what to do.', (code, kind, text) => {
  expect(connectionError('Redis', code)).toMatchObject({ code: kind, message: expect.stringMatching(text) });
});

test('The error of a broker that does not accept a connection in time names it.', () => {
  expect(timeoutError('NATS')).toMatchObject({
    code: 'timeout',
    message: expect.stringMatching(/^NATS could not be reached in time\. Check/),
  });
});

test('The error of a late response or lost connection names the broker and says what to check.', () => {
  expect(lateError('Redis')).toMatchObject({
    code: 'timeout',
    message: 'Redis did not respond in time. Check its load and its log. The service retries automatically.',
  });
  expect(lostError('NATS')).toMatchObject({
    code: 'unreachable',
    message: 'NATS closed the connection. Check that it runs. The service retries automatically.',
  });
});

test.each([
  ["ACCESS_REFUSED - access to queue 'in' in vhost '/' refused for user 'x'", 'Allow this user to create, write, and'],
  ['Permissions Violation for Publish to "a.b"', 'Allow this user to create, write, and read the target.'],
  ['NOT_ALLOWED - vhost nothing not found', 'Correct the virtual host at the end of the URL, or allow this user'],
  [
    "NOT_ALLOWED - access to vhost 'x' refused for user 'y'",
    'Correct the virtual host at the end of the URL, or allow',
  ],
  ["NOT_FOUND - no queue 'in' in vhost '/'", 'Create the target, or choose another one.'],
  ['stream not found', 'Create the target, or choose another one.'],
  ["PRECONDITION_FAILED - inequivalent arg 'x-queue-type'", 'Delete it, or choose another one.'],
  ['jetstream not enabled', 'Start NATS with JetStream.'],
  ['something else', 'Its log may say more.'],
])('A command that was rejected with “%s” says what to do.', (message, next) => {
  const error = rejectedCommand('RabbitMQ', message);
  expect(error).toMatchObject({ code: 'rejected', message: expect.stringContaining(next) });
  expect(error.message).toContain(`RabbitMQ rejected the command: ${message}. `);
});
