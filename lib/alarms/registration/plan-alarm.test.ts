import { describe, expect, test } from 'vitest';
import { formatMicros } from '#/lib/core/micros.ts';
import { hook, NOW, plan, rejection, soon } from '#/test/alarm-plan.ts';

describe('a deadline', () => {
  test('may be the due time itself, but not a microsecond before it', () => {
    const due = NOW + 60_000_000;
    expect(plan({ ...hook, ...soon, deadline: formatMicros(due) }).deadlineUs).toBe(due);
    const rejected = { code: 'input_invalid', pointers: ['/deadline'] };
    expect(rejection({ ...hook, ...soon, deadline: formatMicros(due - 1) })).toEqual(rejected);
    expect(rejection({ ...hook, ...soon, jitter: '9h', deadline: formatMicros(due) })).toEqual(rejected);
    expect(rejection({ ...hook, ...soon, deadline: 'tomorrow' })).toEqual(rejected);
  });
});

describe('a request is rejected', () => {
  test.each<[string, object, string]>([
    ['no URL', { url: undefined }, '/url'],
    ['an empty URL', { url: ' ' }, '/url'],
    ['no address', { url: 'example.com' }, '/url'],
    ['another protocol', { url: 'ftp://example.com' }, '/url'],
    ['this machine', { url: 'http://[::1]/' }, '/url'],
    ['a private network', { url: 'http://10.0.0.1/' }, '/url'],
    ['the metadata address of a cloud', { url: 'http://169.254.169.254/latest' }, '/url'],
    ['a password in the URL', { url: 'https://me:pw@example.com' }, '/url'],
    ['a URL of 2,049 characters', { url: `https://example.com/${'x'.repeat(2_029)}` }, '/url'],
    ['no method', { method: '' }, '/method'],
    ['a method with a blank', { method: 'PO ST' }, '/method'],
    ['a tunnel', { method: 'connect' }, '/method'],
    ['headers as a list', { headers: [['a', 'b']] }, '/headers'],
    ['a header that is a number', { headers: { a: 1 } }, '/headers/a'],
    ['a header with a line break', { headers: { a: 'b\r\nc: d' } }, '/headers/a'],
    ['a header name with a blank', { headers: { 'a b': 'c' } }, '/headers/a b'],
    ['a header name with a slash, by its pointer', { headers: { 'a/~b': 'c' } }, '/headers/a~1~0b'],
    ['the host', { headers: { Host: 'x' } }, '/headers/Host'],
    ['a reserved header', { headers: { 'Webhook-Id': 'x' } }, '/headers/Webhook-Id'],
    ['51 headers', { headers: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`h${n}`, 'x'])) }, '/headers'],
    ['an unknown format', { format: 'xml' }, '/format'],
    ['an unknown output mode', { output_mode: 'mail' }, '/output_mode'],
    ['an unknown misfire policy', { misfire: 'later' }, '/misfire'],
    ['an empty name', { name: '  ' }, '/name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, '/name'],
    ['an external_id of 256', { external_id: 'x'.repeat(256) }, '/external_id'],
    ['an external_id that is a number', { external_id: 42 }, '/external_id'],
    ['append_id as a string', { append_id: 'yes' }, '/append_id'],
    ['jitter over ten years', { jitter: 'P3661D' }, '/jitter'],
    ['51 waits', { retry: Array(51).fill('1s') }, '/retry'],
    ['an invalid delay', { retry: ['1s', 'later'] }, '/retry'],
    ['a policy without a cap', { retry: { base: '1s', count: 3 } }, '/retry'],
    ['a retry policy with shrinking delays', { retry: { base: '1s', cap: '1h', count: 3, factor: 0.5 } }, '/retry'],
    ['a policy that never ends', { retry: { base: '1s', cap: '1h', count: 51 } }, '/retry'],
    ['an unknown field', { priority: 1 }, '/priority'],
  ])('%s', (_what, change, pointer) => {
    const rejected = rejection({ ...hook, ...soon, ...change });
    expect(rejected?.code).toBe('input_invalid');
    expect(rejected?.pointers.some((one) => one === pointer || one.startsWith(`${pointer}/`))).toBe(true);
  });

  test('for an event, with everything that only a webhook has', () => {
    const webhook = { ...hook, method: 'PUT', headers: { a: 'b' }, format: 'standard', append_id: true };
    const pointers = ['/url', '/method', '/headers', '/format', '/append_id'];
    expect(rejection({ ...soon, output_mode: 'event', ...webhook })).toEqual({ code: 'input_invalid', pointers });
  });

  test.each(['standard', 'cloudevents', 'cloudevents-binary'])('%s with a method that carries no body', (format) => {
    for (const method of ['GET', 'head', 'OPTIONS', 'DELETE', 'TRACE']) {
      expect(rejection({ ...hook, ...soon, format, method })).toEqual({ code: 'input_invalid', pointers: ['/format'] });
    }
    for (const method of ['POST', 'PUT', 'PATCH']) expect(rejection({ ...hook, ...soon, format, method })).toBeNull();
  });

  test('for due time and target at once, so that one response reports all errors', () => {
    expect(rejection({ headers: { Host: 'x' }, url: 'ftp://x' })?.pointers).toEqual(['', '/url', '/headers/Host']);
  });
});

describe('the plan of an alarm', () => {
  test('has no settings that equal the defaults', () => {
    const plain = { method: 'post', headers: {}, format: 'raw', output_mode: 'webhook', append_id: false };
    expect(plan({ ...hook, ...soon, ...plain })).toMatchObject({ settings: {}, url: hook.url, maxAttempts: 10 });
  });

  test('has all settings that differ from the defaults', () => {
    const body = {
      ...soon,
      ...{ url: ' http://127.0.0.1:8080/hook#part ', method: 'put', headers: { 'X-Team': 'a' }, format: 'standard' },
      ...{ misfire: 'skip', append_id: true, applicant_service: 'billing', jitter: '1s', retry: ['5s', '1m'] },
    };
    const { settings, url, maxAttempts } = plan(body);
    expect({ url, maxAttempts }).toEqual({ url: 'http://127.0.0.1:8080/hook#part', maxAttempts: 3 });
    expect(settings).toEqual({
      method: 'PUT',
      headers: { 'X-Team': 'a' },
      format: 'standard',
      misfire: 'skip',
      append_id: true,
      applicant_service: 'billing',
      spread_ms: 1_000,
      retry: { delays_ms: [5_000, 60_000] },
    });
  });

  test.each([
    ['never', [], 1],
    ['fifty times', Array(50).fill('1s'), 51],
    ['by a policy', { base: '1s', cap: '1h', count: 8 }, 9],
    ['by a policy that never retries', { base: '1s', cap: '1h', count: 0 }, 1],
  ])('with a retry %s has that many attempts', (_what, retry, attempts) => {
    expect(plan({ ...hook, ...soon, retry }).maxAttempts).toBe(attempts);
  });

  test('that publishes an event has no URL', () => {
    expect(plan({ ...soon, output_mode: 'event' })).toMatchObject({ url: null, settings: { output_mode: 'event' } });
  });
});
