import { describe, expect, test } from 'vitest';
import type { BrokerKind } from '#/lib/bridge/adapters/broker-connection.ts';
import { brokerUrlProblem, parseBrokerUrl } from '#/lib/bridge/adapters/broker-url.ts';
import { parseAllowList } from '#/lib/url-guard/url-guard.ts';

const NONE = parseAllowList('');

describe('The URL of a broker', () => {
  test.each<[BrokerKind, string, object]>([
    ['redis', 'redis://example.com', { host: 'example.com', port: 6379, secure: false, username: null, path: '' }],
    ['redis', 'rediss://a:b%40c@example.com:7000/3', { port: 7000, secure: true, password: 'b@c', path: '3' }],
    ['redis', 'redis://:secret@[2606:4700:4700::1111]', { host: '2606:4700:4700::1111', username: null }],
    ['rabbitmq', 'amqp://a:b@example.com/%2Fteam', { port: 5672, username: 'a', path: '/team' }],
    ['rabbitmq', 'amqps://example.com', { port: 5671, secure: true }],
    ['nats', 'nats://token@example.com', { port: 4222, username: 'token', password: null }],
    ['nats', 'tls://example.com', { port: 4222, secure: true }],
  ])('of kind %s is read from %s', (kind, url, expected) => {
    expect(parseBrokerUrl(kind, url)).toMatchObject(expected);
    expect(brokerUrlProblem(kind, url, NONE)).toBeNull();
  });

  test.each<[BrokerKind, string, string]>([
    ['redis', '', 'begins with redis:// or rediss://'],
    ['redis', 'example.com:6379', 'begins with redis://'],
    ['redis', 'https://example.com', 'begins with redis://'],
    ['rabbitmq', 'redis://example.com', 'begins with amqp:// or amqps://'],
    ['nats', 'amqp://example.com', 'begins with nats:// or tls://'],
    ['redis', 'redis://', 'names no host'],
    ['redis', 'redis://example.com/first', 'number of a database'],
    ['redis', 'redis://:%zz@example.com', 'Write % as %25.'],
    ['redis', 'redis://example.com?family=6', 'Leave out what begins with ?'],
    ['nats', 'nats://example.com/path', 'NATS has none'],
    ['redis', 'redis://localhost', 'localhost is this machine itself'],
    ['redis', 'redis://127.0.0.1', 'loopback, RFC 1122'],
    ['redis', 'redis://0x7f.1', 'loopback, RFC 1122'],
    ['redis', 'redis://2130706433', 'loopback, RFC 1122'],
    ['nats', 'nats://[::ffff:169.254.169.254]', 'link local'],
    ['rabbitmq', 'amqp://10.0.0.1', 'private network, RFC 1918'],
  ])('of kind %s is rejected when it is %j', (kind, url, problem) => {
    expect(brokerUrlProblem(kind, url, NONE)).toContain(problem);
  });

  test('may be of a private network that the operator allows', () => {
    expect(brokerUrlProblem('redis', 'redis://10.1.2.3', parseAllowList('10.0.0.0/8'))).toBeNull();
  });
});
