import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { loadFileDescriptorSetFromBuffer, type ServiceDefinition } from '@grpc/proto-loader';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import {
  GetCurrentTimerResponseSchema,
  StartTimerRequestSchema,
  StartTimerResponseSchema,
} from '#/lib/grpc/generated/timerservice/v1/timers_pb.ts';
import { apiFor, apiKeyFor } from '#/test/api-client.ts';
import { eventually } from '#/test/eventually.ts';
import { ALARMS, detailsOf, type GrpcClient, grpcClient, grpcError, TIMERS } from '#/test/grpc-client.ts';
import { serveGrpc } from '#/test/grpc-server.ts';
import { testWorld, type World } from '#/test/world.ts';

const HEALTH = 'grpc.health.v1.Health';
const UNKNOWN_ID = '0190f5fe-7c00-7a00-8000-000000000001';

let world: World;
let address: string;
let isReady = true;

beforeAll(async () => {
  world = await testWorld();
  ({ address } = await serveGrpc(world, { isServing: async () => isReady }));
});

type Scene = { maya: Ctx; secret: string; timers: GrpcClient; alarms: GrpcClient };

async function newScene(): Promise<Scene> {
  const maya = await world.member();
  const secret = await apiKeyFor(world, maya);
  return { maya, secret, timers: grpcClient(address, TIMERS, secret), alarms: grpcClient(address, ALARMS, secret) };
}

describe('timers', () => {
  test('can be started, paused, resumed, stopped and discarded, and REST shows the same', async () => {
    const { maya, timers } = await newScene();
    const { timer } = await timers.call('StartTimer', { title: 'Review', tags: ['a', 'b'], project: 'Website' });
    expect(timer).toMatchObject({ title: 'Review', status: 'TIMER_STATUS_RUNNING', tags: ['a', 'b'], version: 1 });
    expect(await timers.call('GetCurrentTimer')).toMatchObject({ timer: { id: timer.id } });
    const paused = await timers.call('PauseTimer', { id: timer.id });
    expect(paused).toMatchObject({ changed: true, timer: { status: 'TIMER_STATUS_PAUSED' } });
    expect(await timers.call('GetCurrentTimer')).toMatchObject({ paused: [{ id: timer.id }] });
    await timers.call('ResumeTimer', { id: timer.id });
    await timers.call('StopTimer', { id: timer.id });
    const again = await timers.call('StopTimer', { id: timer.id });
    expect(again.changed ?? false).toBe(false);
    const rest = await apiFor(world, maya);
    const { body } = await rest<{ timer: { spans: { id: string }[]; project: { id: string } } }>(
      'GET',
      `/timers/${timer.id}`,
    );
    const shown = await timers.call('GetTimer', { id: timer.id });
    expect(shown.timer.spans.map(({ id }: { id: string }) => id)).toEqual(body.timer.spans.map(({ id }) => id));
    expect(shown.timer).toMatchObject({ project: { id: body.timer.project.id }, status: 'TIMER_STATUS_STOPPED' });
    const discarded = await timers.call('DiscardTimer', { id: timer.id });
    expect(discarded.timer).toMatchObject({
      status: 'TIMER_STATUS_DISCARDED',
      end_reason: 'TIMER_END_REASON_DISCARDED',
    });
  });

  test('have plans', async () => {
    const { timers } = await newScene();
    const plan = { type: 'TIMER_TYPE_POMODORO', work_minutes: 30, at_work_end: 'AT_WORK_END_OVERTIME' };
    const { timer } = await timers.call('StartTimer', { type: 'TIMER_TYPE_POMODORO', plan });
    expect(timer.plan).toMatchObject({ ...plan, short_break_minutes: 5, at_break_end: 'AT_BREAK_END_WAIT' });
    expect(timer.phase).toMatchObject({ kind: 'CYCLE_KIND_WORK', state: 'PHASE_STATE_RUNNING', planned_ms: 1_800_000 });
  });

  test('are listed page by page, with totals', async () => {
    const { timers } = await newScene();
    for (const title of ['one', 'two', 'three']) {
      await timers.call('StartTimer', { title, on_conflict: 'ON_CONFLICT_SWITCH' });
    }
    const first = await timers.call('ListTimers', { limit: 2, needs_review: false });
    const second = await timers.call('ListTimers', { limit: 2, needs_review: false, cursor: first.next_cursor });
    const titles = [...first.timers, ...second.timers].map(({ title }: { title: string }) => title);
    expect(titles.toSorted()).toEqual(['one', 'three', 'two']);
    expect(first.totals).toMatchObject({ time_zone: expect.any(String), as_of: expect.anything() });
    expect(second.next_cursor).toBeUndefined();
  });

  test('that already run are in the error', async () => {
    const { timers } = await newScene();
    const { timer } = await timers.call('StartTimer', { title: 'First' });
    const error = await grpcError(timers.call('StartTimer', { title: 'Second' }));
    expect(error).toMatchObject({ code: 9, details: expect.stringContaining('Another timer is running.') });
    expect(detailsOf(error)).toMatchObject({
      ErrorInfo: { reason: 'TIMER_ALREADY_RUNNING' },
      Timer: { id: timer.id, title: 'First' },
    });
  });

  test('are changed in the expected version only', async () => {
    const { timers } = await newScene();
    const { timer } = await timers.call('StartTimer');
    const error = await grpcError(timers.call('StopTimer', { id: timer.id }, { metadata: { 'if-match': '"7"' } }));
    expect(error.code).toBe(10);
    expect(detailsOf(error)).toMatchObject({ Timer: { version: 1 } });
    let etag: unknown;
    const onMetadata = (all: Metadata) => {
      [etag] = all.get('etag');
    };
    await timers.call('StopTimer', { id: timer.id }, { metadata: { 'if-match': '"1"' }, onMetadata });
    expect(etag).toBe('"2"');
  });

  test.each([
    ['no id', {}],
    ['an empty one', { id: '' }],
    ['one with a slash', { id: '../alarms' }],
    ['text', { id: 'x' }],
  ])('are not found by %s', async (_what, request) => {
    const { timers } = await newScene();
    const error = await grpcError(timers.call('StopTimer', request));
    expect(error.code).toBe(3);
    expect(detailsOf(error).BadRequest?.field_violations).toMatchObject([{ field: 'id' }]);
  });

  test('of others are not visible', async () => {
    const [{ timers }, other] = [await newScene(), await newScene()];
    const { timer } = await other.timers.call('StartTimer');
    const error = await grpcError(timers.call('GetTimer', { id: timer.id }));
    expect(error.code).toBe(5);
    expect(detailsOf(error).ResourceInfo).toMatchObject({ resource_name: timer.id });
  });
});

describe('alarms', () => {
  test('keep every digit of their payload', async () => {
    const { alarms } = await newScene();
    const request = {
      fire_at: { seconds: 4_000_000_000, nanos: 123_456_000 },
      url: 'https://example.com/hook',
      headers: { 'X-One': '1' },
      payload_json: '{"amount":12345678901234567890,"rate":1.0,"nothing":null}',
      name: 'Invoice',
      external_id: 'invoice-1',
      format: 'WEBHOOK_FORMAT_CLOUDEVENTS_BINARY',
      retry: { delays_ms: [1000, 2000] },
      misfire: 'MISFIRE_DEAD_LETTER',
      jitter: { seconds: 0 },
    };
    // Instants beyond ten years are rejected.
    const soon = { ...request, fire_at: undefined, delay: { seconds: 90, nanos: 500_000_000 } };
    expect((await grpcError(alarms.call('CreateAlarm', request))).code).toBe(3);
    const { alarm } = await alarms.call('CreateAlarm', soon);
    expect(alarm).toMatchObject({
      time_left_ms: 90_500,
      headers: { 'X-One': '1' },
      payload_json: request.payload_json,
      format: request.format,
      retry: { delays_ms: [1000, 2000] },
      misfire: request.misfire,
      max_attempts: 3,
    });
    expect(await alarms.call('GetAlarm', { id: 'external:invoice-1' })).toMatchObject({ alarm: { id: alarm.id } });
  });

  test.each([
    ['never', {}, 1],
    ['by a growing delay', { base_ms: 1000, factor: 2, cap_ms: 60_000, count: 4 }, 5],
  ])('are retried %s', async (_how, retry, attempts) => {
    const { alarms } = await newScene();
    const { alarm } = await alarms.call('CreateAlarm', { delay: { seconds: 60 }, url: 'https://example.com', retry });
    expect(alarm.max_attempts).toBe(attempts);
  });

  test('that have changed are in the error, without a large payload', async () => {
    const { alarms } = await newScene();
    const payload_json = JSON.stringify('x'.repeat(60_000));
    const request = { delay: { seconds: 60 }, url: 'https://example.com', payload_json, name: 'Large' };
    const { alarm } = await alarms.call('CreateAlarm', request);
    const error = await grpcError(alarms.call('AbortAlarm', { id: alarm.id }, { metadata: { 'if-match': '"7"' } }));
    expect(error).toMatchObject({ code: 10, details: expect.stringContaining('changed') });
    expect(detailsOf(error).Alarm).toMatchObject({ id: alarm.id, name: 'Large', version: 1 });
    expect(detailsOf(error).Alarm?.payload_json).toBeUndefined();
  });

  test('carry bytes', async () => {
    const { alarms } = await newScene();
    const body_bytes = Buffer.from([0, 255, 1]);
    const { alarm } = await alarms.call('CreateAlarm', {
      delay: { seconds: 60 },
      url: 'https://example.com',
      body_bytes,
    });
    expect(Buffer.from(alarm.body_bytes)).toEqual(body_bytes);
  });

  test('are created in batches, and those with an error have the reason', async () => {
    const { alarms } = await newScene();
    const good = { delay: { seconds: 60 }, url: 'https://example.com' };
    const { results } = await alarms.call('CreateAlarms', { alarms: [good, { url: 'https://example.com' }, good] });
    expect(results).toMatchObject([
      { created: true, alarm: { status: 'ALARM_STATUS_SCHEDULED' } },
      { error: { code: 'input_invalid', status: 400 } },
      { created: true },
    ]);
    const rejected = await grpcError(alarms.call('CreateAlarms', { alarms: [good, {}], atomic: true }));
    expect(detailsOf(rejected)).toMatchObject({ ErrorInfo: { reason: 'BATCH_REJECTED' } });
  });

  test('are rescheduled, aborted, redriven and listed', async () => {
    const { alarms } = await newScene();
    const request = { delay: { seconds: 60 }, url: 'https://example.com', name: 'Later' };
    const { alarm } = await alarms.call('CreateAlarm', request);
    const moved = await alarms.call('RescheduleAlarm', { id: alarm.id, delay: { seconds: 3600 } });
    expect(moved).toMatchObject({ changed: true, alarm: { time_left_ms: 3_600_000, version: 2 } });
    await alarms.call('AbortAlarm', { id: alarm.id });
    const status = 'ALARM_STATUS_ABORTED';
    expect(await alarms.call('ListAlarms', { status, name: 'Later' })).toMatchObject({
      alarms: [{ id: alarm.id, status, end_reason: 'ALARM_END_REASON_ABORTED' }],
    });
    await alarms.call('RedriveAlarm', { id: alarm.id });
    const due = await alarms.call('ListAlarms', { due_to: { seconds: 4_000_000_000 }, order: 'ALARM_ORDER_ASC' });
    expect(due).toMatchObject({ alarms: [{ id: alarm.id, status: 'ALARM_STATUS_SCHEDULED' }] });
  });

  test.each([
    ['payload_json', { payload_json: '{"a":' }],
    ['payload_json', { payload_json: '1}, "url": {"a": 1' }],
    ['fire_at', { fire_at: { seconds: 1e15 } }],
    ['retry.factor', { retry: { base_ms: 1, factor: Number.NaN, cap_ms: 1, count: 1 } }],
    ['url', { url: '' }],
  ])('with an invalid %s are rejected with its name', async (field, wrong) => {
    const { alarms } = await newScene();
    const error = await grpcError(
      alarms.call('CreateAlarm', { delay: { seconds: 60 }, url: 'https://example.com', ...wrong }),
    );
    expect(error.code).toBe(3);
    expect(detailsOf(error).BadRequest?.field_violations).toMatchObject([{ field }]);
  });
});

describe('an error names fields and values as in the message', () => {
  const url = 'https://example.com';
  const delay = { seconds: 60 };

  test.each([
    ['', {}, 'The message: send one of fire_at, due_at, and delay'],
    ['delay', { url, delay: { seconds: -5 } }, 'delay: must be a duration from 0 to ten years'],
    ['delay', { url, delay, due_at: { seconds: 4e9 } }, 'delay: can’t be combined with due_at'],
    ['jitter', { url, delay, jitter: { seconds: -1 } }, 'jitter: must be a duration from 0 to ten years'],
    ['body', { url, delay, body: 'x', payload_json: '1' }, 'body: can’t be combined with payload_json'],
    [
      'payload_json',
      { url, delay, payload_json: `"${'x'.repeat(70_000)}"` },
      'payload_json: must be at most 64 KB of JSON',
    ],
    [
      'headers.payload',
      { url, delay, headers: { payload: '\n' } },
      expect.stringMatching(/^headers.payload: The header /),
    ],
    [
      'retry.delays_ms[0]',
      { url, delay, retry: { delays_ms: [-1] } },
      expect.stringMatching(/^retry.delays_ms\[0\]: /),
    ],
    [
      'retry',
      { url, delay, retry: { base_ms: -1 } },
      'retry: needs delays_ms, or base_ms with factor, cap_ms and count',
    ],
    [
      'url',
      { url, delay, output_mode: 'OUTPUT_MODE_EVENT' },
      'url: is not allowed when output_mode is OUTPUT_MODE_EVENT',
    ],
    [
      'body',
      { url, delay, body: 'x', format: 'WEBHOOK_FORMAT_STANDARD' },
      'body: needs format WEBHOOK_FORMAT_RAW: standard wraps JSON',
    ],
    [
      'broker',
      { delay, output_mode: 'OUTPUT_MODE_EVENT', broker: 'none' },
      expect.not.stringContaining(' GET /brokers '),
    ],
  ])('of “%s”', async (field, request, details) => {
    const { alarms } = await newScene();
    const error = await grpcError(alarms.call('CreateAlarm', request));
    expect(error).toMatchObject({ code: 3, details });
    expect(detailsOf(error).BadRequest?.field_violations[0]).toMatchObject(
      field ? { field } : { description: expect.any(String) },
    );
  });

  test('in a batch', async () => {
    const { alarms } = await newScene();
    const broken = await grpcError(alarms.call('CreateAlarms', { alarms: [{}, { payload_json: '{' }] }));
    expect(broken.details).toMatch(/^alarms\[1\].payload_json: is not valid JSON/);
    const large = { url, delay, payload_json: `"${'x'.repeat(70_000)}"` };
    const { results } = await alarms.call('CreateAlarms', { alarms: [{ url, delay }, large] });
    expect(results[1].error).toMatchObject({
      detail: 'payload_json: must be at most 64 KB of JSON',
      errors: [{ pointer: '/alarms/1/payload_json' }],
    });
    expect((await grpcError(alarms.call('CreateAlarms'))).details).toBe('alarms: is required');
  });

  test('in what to do next', async () => {
    const { timers } = await newScene();
    await timers.call('StartTimer');
    expect((await grpcError(timers.call('StartTimer'))).details).toBe(
      'Another timer is running. Stop or pause it first, or send on_conflict ON_CONFLICT_SWITCH or ON_CONFLICT_PAUSE.',
    );
  });
});

describe('a repeat under one idempotency-key', () => {
  test('gets the first response', async () => {
    const { alarms } = await newScene();
    const request = { delay: { seconds: 60 }, url: 'https://example.com' };
    let replayed: unknown;
    const options = {
      metadata: { 'idempotency-key': 'key-1' },
      onMetadata: (all: Metadata) => {
        [replayed] = all.get('idempotency-replayed');
      },
    };
    const first = await alarms.call('CreateAlarm', request, options);
    expect(replayed).toBeUndefined();
    expect(await alarms.call('CreateAlarm', request, options)).toEqual(first);
    expect(replayed).toBe('true');
  });

  test('with a different request is rejected', async () => {
    const { timers } = await newScene();
    const metadata = { 'idempotency-key': 'key-1' };
    await timers.call('StartTimer', { title: 'One' }, { metadata });
    const error = await grpcError(timers.call('StartTimer', { title: 'Two' }, { metadata }));
    expect(detailsOf(error)).toMatchObject({
      ErrorInfo: { reason: 'IDEMPOTENCY_KEY_REUSED' },
      BadRequest: { field_violations: [{ field: 'idempotency-key' }] },
    });
  });
});

describe('a deadline', () => {
  test('that passes ends the call, and changes nothing', async () => {
    const { maya, timers } = await newScene();
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
    const { promise: isOver, resolve: over } = Promise.withResolvers<void>();
    const { userId } = maya.actor;
    const holding = world.db.$transaction(
      async (tx) => {
        await tx.$executeRaw`select id from users where id = ${userId}::uuid for update`;
        locked();
        await isOver;
      },
      { timeout: 60_000 },
    );
    await isLocked;
    const error = await grpcError(timers.call('StartTimer', { title: 'Too late' }, { deadlineMs: 1_000 }));
    expect(error.code).toBe(4);
    over();
    await holding;
    // Waits for the end of the first call, and would conflict with its timer.
    const { timer } = await timers.call('StartTimer', { title: 'In time' });
    expect(timer).toMatchObject({ title: 'In time', version: 1 });
    expect(await timers.call('ListTimers')).toMatchObject({ timers: [{ title: 'In time' }] });
  });

  test('that is far ahead has no effect', async () => {
    const { timers } = await newScene();
    expect(await timers.call('GetCurrentTimer', {}, { deadlineMs: 60_000 })).toHaveProperty('server_time');
  });
});

describe('health', () => {
  test.each(['', TIMERS, ALARMS])('of "%s" follows readiness', async (service) => {
    const health = grpcClient(address, HEALTH);
    isReady = true;
    expect(await health.call('Check', { service })).toEqual({ status: 'SERVING' });
    isReady = false;
    expect(await health.call('Check', { service })).toEqual({ status: 'NOT_SERVING' });
    isReady = true;
  });

  test('of an unknown service is not found', async () => {
    const health = grpcClient(address, HEALTH);
    expect((await grpcError(health.call('Check', { service: 'nothing' }))).code).toBe(5);
    const watching = health.stream('Watch', { service: 'nothing' });
    await eventually(() => expect(watching.received).toEqual([{ status: 'SERVICE_UNKNOWN' }]));
    watching.leave();
  });

  test('is streamed when it changes', async () => {
    const health = grpcClient(address, HEALTH);
    const watching = health.stream('Watch', { service: '' });
    await eventually(() => expect(watching.received).toEqual([{ status: 'SERVING' }]));
    isReady = false;
    await eventually(() => expect(watching.received.at(-1)).toEqual({ status: 'NOT_SERVING' }));
    isReady = true;
    watching.leave();
    expect((await watching.ended).code).toBe(1);
  });
});

describe('reflection', () => {
  const versions = ['grpc.reflection.v1.ServerReflection', 'grpc.reflection.v1alpha.ServerReflection'];

  test.each(versions)('of %s lists the services', async (version) => {
    const [response] = await grpcClient(address, version).exchange('ServerReflectionInfo', [{ list_services: '' }]);
    expect(response?.list_services_response.service.map(({ name }: { name: string }) => name)).toEqual([
      HEALTH,
      ...versions,
      ALARMS,
      TIMERS,
    ]);
  });

  test.each(versions)('of %s is enough for a client to call a method', async (version) => {
    const { timers, secret } = await newScene();
    const { timer } = await timers.call('StartTimer', { title: 'Seen' });
    const requested = [{ file_containing_symbol: `${TIMERS}.GetTimer` }];
    const [response] = await grpcClient(address, version).exchange('ServerReflectionInfo', requested);
    const file = response?.file_descriptor_response.file_descriptor_proto;
    // A set of files is `repeated FileDescriptorProto file = 1`.
    const parts = file.flatMap((bytes: Buffer) => [Buffer.from([0x0a]), varint(bytes.length), bytes]);
    const found = loadFileDescriptorSetFromBuffer(Buffer.concat(parts), { keepCase: true })[TIMERS];
    const { path, requestSerialize, responseDeserialize } = (found as ServiceDefinition).GetTimer as never as {
      path: string;
      requestSerialize: (value: object) => Buffer;
      responseDeserialize: (bytes: Buffer) => { timer: { title: string } };
    };
    const client = new Client(address, credentials.createInsecure());
    onTestFinished(() => client.close());
    const metadata = new Metadata();
    metadata.set('authorization', `Bearer ${secret}`);
    const shown = await new Promise<{ timer: { title: string } } | undefined>((resolve, reject) => {
      client.makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize,
        { id: timer.id },
        metadata,
        (error, value) => (error ? reject(error) : resolve(value)),
      );
    });
    expect(shown?.timer.title).toBe('Seen');
  });

  test('responds that an unknown symbol does not exist', async () => {
    const requested = [{ file_containing_symbol: 'nothing' }, { file_by_filename: 'nothing.proto' }];
    const responses = await grpcClient(address, versions[0] ?? '').exchange('ServerReflectionInfo', requested);
    expect(responses).toMatchObject([{ error_response: { error_code: 5 } }, { error_response: { error_code: 5 } }]);
  });
});

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}

describe('over HTTP/1.1', () => {
  const url = (method: string) => `http://${address}/${TIMERS}/${method}`;

  test('Connect accepts JSON', async () => {
    const { secret } = await newScene();
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ title: 'By curl' });
    const started = await fetch(url('StartTimer'), { method: 'POST', headers, body });
    expect([started.status, await started.json()]).toMatchObject([200, { timer: { title: 'By curl', version: 1 } }]);
    const rejected = await fetch(url('StartTimer'), { method: 'POST', headers, body });
    const error = (await rejected.json()) as { code: string; details: { type: string }[] };
    expect([rejected.status, error.code]).toEqual([400, 'failed_precondition']);
    expect(error.details.map(({ type }) => type)).toEqual(['google.rpc.ErrorInfo', 'timerservice.v1.Timer']);
  });

  test('Connect rejects unknown names', async () => {
    const { secret } = await newScene();
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    for (const unknown of [{ titel: 'x' }, { onConflict: 'switch' }]) {
      const response = await fetch(url('StartTimer'), { method: 'POST', headers, body: JSON.stringify(unknown) });
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid_argument' }]);
    }
  });

  test('gRPC-Web has its trailers in the body', async () => {
    const { secret } = await newScene();
    const send = async (method: string, message: Uint8Array) => {
      const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/grpc-web+proto' };
      const body = new Uint8Array(framed(message));
      const response = await fetch(url(method), { method: 'POST', headers, body });
      return framesOf(Buffer.from(await response.arrayBuffer()));
    };
    const request = toBinary(StartTimerRequestSchema, create(StartTimerRequestSchema, { title: 'In a page' }));
    const [started, trailer] = await send('StartTimer', request);
    expect(fromBinary(StartTimerResponseSchema, started!.bytes).timer?.title).toBe('In a page');
    expect([trailer?.flag, trailer?.bytes.toString()]).toEqual([0x80, expect.stringContaining('grpc-status: 0')]);
    const [shown] = await send('GetCurrentTimer', new Uint8Array());
    expect(fromBinary(GetCurrentTimerResponseSchema, shown!.bytes).timer?.title).toBe('In a page');
    const [error] = await send('StartTimer', request);
    expect([error?.flag, error?.bytes.toString()]).toEqual([0x80, expect.stringContaining('grpc-status: 9')]);
  });

  test('an unknown method is not found', async () => {
    const unknown = await fetch(`http://${address}/${TIMERS}/Nothing`, { method: 'POST' });
    expect(unknown.status).toBe(404);
  });
});

function framed(message: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

function framesOf(bytes: Buffer): { flag: number; bytes: Buffer }[] {
  if (bytes.length === 0) return [];
  const length = bytes.readUInt32BE(1);
  return [{ flag: bytes[0] ?? 0, bytes: bytes.subarray(5, 5 + length) }, ...framesOf(bytes.subarray(5 + length))];
}

test('an unknown API key is rejected', async () => {
  const timers = grpcClient(address, TIMERS, 'tk_nobody');
  const error = await grpcError(timers.call('GetTimer', { id: UNKNOWN_ID }));
  expect(error.code).toBe(16);
  expect(detailsOf(error)).toMatchObject({ ErrorInfo: { reason: 'API_KEY_INVALID' } });
});
