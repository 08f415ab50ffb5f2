import { describe, expect, test } from 'vitest';
import { isSameOrigin } from '#/lib/accounts/sessions/origin.ts';

const APP = 'https://timers.acme.dev';
const LOCAL = 'http://localhost:3000';

describe('a write with a cookie is rejected', () => {
  test.each([
    ['without an Origin', null, 'timers.acme.dev', APP],
    ['from a sandboxed page', 'null', 'timers.acme.dev', APP],
    ['from another site', 'https://evil.example', 'timers.acme.dev', APP],
    ['from a site whose name has the same beginning', 'https://timers.acme.dev.evil.example', 'timers.acme.dev', APP],
    ['from another port of our host', 'https://timers.acme.dev:8443', 'timers.acme.dev', APP],
    [
      'from a plain page of our host when the app is reached by https',
      'http://timers.acme.dev',
      'timers.acme.dev',
      APP,
    ],
    ['from another local port', 'http://localhost:4000', 'localhost:3000', LOCAL],
    ['from something other than a web page', 'file://localhost:3000', 'localhost:3000', LOCAL],
    ['from an extension', 'chrome-extension://localhost:3000', 'localhost:3000', LOCAL],
    ['with an invalid Origin', 'localhost:3000', 'localhost:3000', LOCAL],
    ['without a Host', 'http://127.0.0.1:3000', null, LOCAL],
  ])('%s', (_, origin, host, appUrl) => {
    expect(isSameOrigin(headersOf(origin, host), appUrl)).toBe(false);
  });
});

describe('a write with a cookie passes', () => {
  test.each([
    ['from the address of the app', APP, 'timers.acme.dev', APP],
    ['from the address of the app behind a proxy that changes Host', APP, '10.0.0.7:3000', APP],
    ['from 127.0.0.1 when the app is called localhost', 'http://127.0.0.1:3000', '127.0.0.1:3000', LOCAL],
    ['from localhost when the app is called 127.0.0.1', LOCAL, 'localhost:3000', 'http://127.0.0.1:3000'],
    ['from an IPv6 address', 'http://[::1]:3000', '[::1]:3000', LOCAL],
    ['whatever the case of the Host header', 'http://timers.local:3000', 'Timers.Local:3000', LOCAL],
    ['on the usual port', 'http://timers.local', 'timers.local', LOCAL],
  ])('%s', (_, origin, host, appUrl) => {
    expect(isSameOrigin(headersOf(origin, host), appUrl)).toBe(true);
  });
});

function headersOf(origin: string | null, host: string | null) {
  const given: Record<string, string | null> = { origin, host };
  return { get: (name: string) => given[name] ?? null };
}
