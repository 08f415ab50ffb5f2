import type { ServiceError } from '@grpc/grpc-js';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from '#/lib/api/app.ts';
import { problemOf } from '#/lib/api/responses/problem.ts';
import { ERROR_CODES, type ErrorCode } from '#/lib/core/error-codes.ts';
import { AppError, type AppErrorOptions } from '#/lib/core/errors.ts';
import { ALARMS, detailsOf, grpcClient, grpcError, TIMERS } from '#/test/grpc-client.ts';
import { serveGrpc } from '#/test/grpc-server.ts';
import { testWorld } from '#/test/world.ts';

// Every error of the domain, from an operation that rejects with it to a client of another library.

/** Numbers of gRPC's own codes (google/rpc/code.proto) by status, written out again. */
const BY_STATUS: Readonly<Record<number, number>> = {
  400: 3,
  401: 16,
  403: 7,
  404: 5,
  405: 12,
  409: 9,
  410: 9,
  412: 10,
  413: 3,
  415: 3,
  422: 3,
  426: 12,
  429: 8,
  500: 13,
  503: 14,
  504: 4,
};
const OTHERWISE: Partial<Record<ErrorCode, number>> = {
  cursor_expired: 11,
  external_id_taken: 6,
  query_too_slow: 8,
  too_many_spans: 8,
};

let address: string;
let rejection: AppError;

beforeAll(async () => {
  const world = await testWorld();
  const fetch = () => {
    const { status, headers, body } = problemOf(rejection, 'request-1');
    return new Response(JSON.stringify(body), { status, headers });
  };
  ({ address } = await serveGrpc(world, { api: { fetch } as unknown as Api }));
});

async function rejectedWith(code: ErrorCode, options: AppErrorOptions = {}, service = TIMERS, method?: string) {
  rejection = new AppError(code, options);
  const error = await grpcError(
    grpcClient(address, service, 'tk_1').call(method ?? (service === ALARMS ? 'AbortAlarm' : 'StopTimer'), { id: 'x' }),
  );
  return { error, details: detailsOf(error) };
}

test.each(Object.keys(ERROR_CODES) as ErrorCode[])('%s has its code, its text and its reason', async (code) => {
  const { status, text } = ERROR_CODES[code];
  const { error, details } = await rejectedWith(code);
  expect(error.code).toBe(OTHERWISE[code] ?? BY_STATUS[status]);
  expect(error.details).toBe(text);
  expect(details.ErrorInfo).toEqual({
    reason: code.toUpperCase(),
    domain: 'timer-service',
    metadata: { code, http_status: String(status), request_id: 'request-1' },
  });
});

describe('details', () => {
  test('name each field as in the messages', async () => {
    const pointers = [
      '/payload',
      '/body_base64',
      '/headers/payload',
      '/retry/delays_ms/2',
      '#/header/If-Match',
      '/a~1b',
    ];
    const fields = pointers.map((pointer) => ({ pointer, detail: 'is wrong' }));
    const { details } = await rejectedWith('input_invalid', { fields }, ALARMS, 'CreateAlarm');
    expect(details.BadRequest?.field_violations.map((one: { field: string }) => one.field)).toEqual([
      'payload_json',
      'body_bytes',
      'headers.payload',
      'retry.delays_ms[2]',
      'if-match',
      'a/b',
    ]);
  });

  test('keep the field in the message, by its gRPC name', async () => {
    const fields = [{ pointer: '#/path/id', detail: 'must be an id' }];
    const { error } = await rejectedWith('input_invalid', { fields, detail: '#/path/id: must be an id' });
    expect(error.details).toBe('id: must be an id');
  });

  test('say when to try again', async () => {
    const { details } = await rejectedWith('rate_limited', { headers: { 'Retry-After': '42' } });
    expect(details.RetryInfo).toEqual({ retry_delay: { seconds: 42 } });
  });

  test('say what does not exist', async () => {
    const { details } = await rejectedWith('timer_not_found');
    expect(details.ResourceInfo).toMatchObject({ resource_type: 'timer-service/timer', resource_name: 'x' });
  });

  test('name the missing scope', async () => {
    const { details } = await rejectedWith('forbidden', { extra: { required_scope: 'timers:write' } });
    expect(details.ErrorInfo?.metadata).toMatchObject({ required_scope: 'timers:write' });
  });

  test.each([
    ['timer_version_mismatch', TIMERS, 'StopTimer', 'Timer'],
    ['alarm_version_mismatch', ALARMS, 'AbortAlarm', 'Alarm'],
    ['external_id_taken', ALARMS, 'CreateAlarm', 'Alarm'],
  ] as const)('of %s show the current state', async (code, service, method, noun) => {
    const current = { id: '0190f5fe-7c00-7a00-8000-000000000001', version: 7 };
    const { details } = await rejectedWith(code, { extra: { current } }, service, method);
    expect(details[noun]).toMatchObject(current);
  });
});

describe('headers of an error stay below what clients accept', () => {
  /** Size of the headers as sent. */
  const bytesOf = ({ details, metadata }: Pick<ServiceError, 'details' | 'metadata'>) => {
    const [status] = metadata.get('grpc-status-details-bin') as Buffer[];
    return encodeURIComponent(details).length + (status?.toString('base64').length ?? 0);
  };
  const id = '0190f5fe-7c00-7a00-8000-000000000001';

  test('when the current state is large', async () => {
    const current = { id, version: 7, url: `https://example.com/${'x'.repeat(8_000)}` };
    const { error, details } = await rejectedWith('alarm_version_mismatch', { extra: { current } }, ALARMS);
    expect(error.code).toBe(10);
    expect(Object.keys(details)).toEqual(['ErrorInfo']);
  });

  test('the current state shows an alarm without its body', async () => {
    const payload = 'x'.repeat(60_000);
    const current = { id, version: 7, payload, body: payload, body_base64: btoa(payload), headers: { a: payload } };
    const { error, details } = await rejectedWith('alarm_version_mismatch', { extra: { current } }, ALARMS);
    expect(details.Alarm).toMatchObject({ id, version: 7 });
    expect(bytesOf(error)).toBeLessThan(1_000);
  });

  test('when many fields are invalid, and the text is long', async () => {
    const fields = Array.from({ length: 50 }, (_, index) => ({
      pointer: `/alarms/${index}/url`,
      detail: 'ü'.repeat(80),
    }));
    const extra = { required_scope: 'x'.repeat(9_000), current: { id, version: 7 } };
    const detail = 'Ünï '.repeat(1_000);
    const { error, details } = await rejectedWith('input_invalid', { detail, fields, extra }, ALARMS, 'CreateAlarms');
    expect(bytesOf(error)).toBeLessThan(7_500);
    expect(error.details).toMatch(/^Ünï Ünï .*…$/);
    expect(details.BadRequest?.field_violations.length).toBeGreaterThan(5);
    expect(details.BadRequest?.field_violations[0]).toEqual({ field: 'alarms[0].url', description: 'ü'.repeat(80) });
  });
});

test('a text with characters of any language arrives as it was written', async () => {
  const detail = '100 % of “İstanbul” → 5:00, "über" all.';
  const { error } = await rejectedWith('input_invalid', { detail });
  expect(error.details).toBe(detail);
});
