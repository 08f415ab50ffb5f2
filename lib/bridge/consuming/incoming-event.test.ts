import { CloudEvent, HTTP } from 'cloudevents';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { incomingEvent, inputAt } from '#/lib/bridge/consuming/incoming-event.ts';
import { formatMicros, MS_US, parseMicros } from '#/lib/core/micros.ts';

const SOURCE = 'https://orders.example.com';
const KEY = { source: SOURCE, id: 'event-1' };
const TIME = '2026-11-19T13:30:00.000Z';
const TIME_US = parseMicros(TIME) as number;

function eventText(change: Record<string, unknown> = {}): string {
  const event = { specversion: '1.0', id: KEY.id, source: SOURCE, type: 'timer.scheduled', time: TIME };
  return JSON.stringify({ ...event, data: { delay: 'PT5S' }, ...change });
}

function own(change: Record<string, unknown> = {}) {
  return incomingEvent({ body: eventText(change), headers: {} }, 'timer-service');
}

/** The exact payload of the seed. */
const SEED_PAYLOAD = {
  tenant_id: 'tenant-123',
  workflow_id: 'workflow-456',
  execution_id: 'execution-789',
  task_id: 'task-abc',
  task_name: 'wait-step',
  fire_at: '2024-01-15T10:30:00.123456789Z',
  duration_ms: 5000,
};

function flunq(data: unknown, type = 'io.flunq.timer.scheduled', change: Record<string, unknown> = {}) {
  return incomingEvent({ body: eventText({ type, data, ...change }), headers: {} }, 'flunq');
}

describe('An event timer.scheduled', () => {
  test.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ fire_at: '2026-11-19T14:30:00.000001Z' }, { fire_at: TIME_US + 3_600_000_001 }],
    [{ delay: 'PT1H30M' }, { delay: 5_400_000 }],
    [{ delay: '1h30m' }, { delay: 5_400_000 }],
    [{ delay: { minutes: 2 } }, { delay: 120_000 }],
    [{ delay_ms: 250 }, { delay_ms: 250 }],
    [{ hours: 1 }, { hours: 1 }],
  ])('is due like an alarm of the API: %j', (data, expected) => {
    expect(own({ data })).toMatchObject({ kind: 'scheduled', key: KEY, timeUs: TIME_US, input: expected });
  });

  test('has the fields that alarms have, and a target', () => {
    const data = { delay: '5s', url: 'https://example.com', name: 'Tea', external_id: 'o-1', target: 'timers.out' };
    expect(own({ data })).toMatchObject({ input: { ...data, delay: 5_000 } });
  });

  test('keeps each digit of its payload', () => {
    const body = eventText().replace('"PT5S"', '"PT5S","payload":{"sum":1.0,"id":12345678901234567890}');
    const event = incomingEvent({ body, headers: {} }, 'timer-service');
    const input = event.kind === 'scheduled' ? event.input : null;
    expect(JSON.stringify(input?.payload)).toBe('{"sum":1.0,"id":12345678901234567890}');
  });

  test('is read in the binary mode of each binding', () => {
    const attributes = { specversion: '1.0', id: KEY.id, source: SOURCE, type: 'timer.scheduled', time: TIME };
    for (const prefix of ['cloudevents:', 'cloudevents_', 'ce-', 'ce_', '']) {
      const headers = Object.fromEntries(
        Object.entries(attributes).map(([name, value]) => [`${prefix}${name}`, value]),
      );
      const event = incomingEvent({ body: '{"delay":"5s"}', headers }, 'timer-service');
      expect(event).toMatchObject({ kind: 'scheduled', key: KEY, timeUs: TIME_US, input: { delay: 5_000 } });
    }
  });

  test('is read as the official SDK writes it', () => {
    const event = new CloudEvent({ id: 'x', source: '/orders', type: 'timer.scheduled', data: { delay: '5s' } });
    const expected = { kind: 'scheduled', key: { source: '/orders', id: 'x' }, input: { delay: 5_000 } };
    for (const message of [HTTP.structured(event), HTTP.binary(event)]) {
      const headers = Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, String(value)]));
      expect(incomingEvent({ body: String(message.body), headers }, 'timer-service')).toMatchObject(expected);
    }
  });

  test('may have its data in base64', () => {
    const data_base64 = Buffer.from('{"delay":"5s"}').toString('base64');
    expect(own({ data: undefined, data_base64 })).toMatchObject({ kind: 'scheduled', input: { delay: 5_000 } });
  });

  test.each<[Record<string, unknown>, string]>([
    [{ data: { fire_at: 'tomorrow' } }, 'data.fire_at: must be an instant with its zone'],
    [{ data: { delay: 'soon' } }, 'data.delay: must be a duration such as "PT1H30M"'],
    [{ data: { delay: 'P1Y' } }, 'data.delay: must be a duration'],
    [{ data: { delay: '5s', name: 'x'.repeat(201) } }, 'data.name: Use at most 200 characters.'],
    [{ data: { delay: '5s', shade: 'red' } }, 'data: has unknown fields: "shade"'],
    [{ data: { delay: '5s', target: 'a b' } }, 'data.target: '],
    [{ data: { delay: '5s', payload: 'x'.repeat(70_000) } }, 'data.payload: must be at most 64 KB of JSON'],
    [{ data: undefined }, 'data: '],
    [{ data: 'text' }, 'data: '],
  ])('is invalid with data that can’t create an alarm: %j', (change, reason) => {
    expect(own(change)).toMatchObject({ kind: 'invalid', key: KEY, reason: expect.stringContaining(reason) });
  });
});

describe('A message', () => {
  test.each([
    ['', 'not a CloudEvents 1.0 event'],
    ['hello', 'not a CloudEvents 1.0 event'],
    ['[]', 'not a CloudEvents 1.0 event'],
    ['null', 'not a CloudEvents 1.0 event'],
    ['{"fire_at":"2026-11-19T14:30:00Z"}', 'no specversion'],
    [eventText({ specversion: '0.3' }), 'version 0.3'],
    [eventText({ id: undefined }), 'no id'],
    [eventText({ id: 7 }), 'no id'],
    [eventText({ source: '' }), 'no source'],
    [eventText({ type: undefined }), 'no type'],
    [eventText({ data: undefined, data_base64: 'AAAA' }), 'The data of the event is not valid JSON'],
    [eventText({ time: 'noon' }), 'not valid CloudEvents 1.0'],
    [eventText({ 'my-key': 1 }), 'invalid extension name'],
    [eventText({ id: 'x'.repeat(1_025) }), 'id is longer than 1024 bytes'],
    [eventText({ id: 'a\u0000b' }), 'U+0000'],
    [eventText({ data: { delay: '5s', payload: '\ud800' } }), 'half of a surrogate pair'],
  ])('that is not an event is invalid: %s', (body, reason) => {
    const event = incomingEvent({ body, headers: {} }, 'timer-service');
    expect(event).toMatchObject({ kind: 'invalid', key: null, reason: expect.stringContaining(reason) });
  });

  test('that nests too deep is invalid, wherever the nesting is', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const inside = (member: string) => eventText().replace('"data"', `"${member}":${deep},"data"`);
    const base64 = Buffer.from(deep).toString('base64');
    const bodies = [
      ...[deep, `{"a":${deep}}`, inside('note'), inside('data_base64'), inside('specversion')],
      eventText().replace('{"delay":"PT5S"}', deep),
      eventText().replace('{"delay":"PT5S"}', `{"delay":"PT5S","payload":${deep}}`),
      eventText({ data: undefined, data_base64: base64 }),
    ];
    for (const body of bodies) {
      const event = incomingEvent({ body, headers: {} }, 'timer-service');
      expect(event).toMatchObject({ kind: 'invalid', key: null, reason: expect.stringContaining('1000 levels deep') });
    }
    const headers = { 'ce-specversion': '1.0', 'ce-id': '1', 'ce-source': '/s', 'ce-type': 'timer.scheduled' };
    expect(incomingEvent({ body: deep, headers }, 'timer-service')).toMatchObject({ kind: 'invalid' });
  });

  test('may spell out \\u0000', () => {
    expect(own({ data: { delay: '5s', payload: '\\u0000' } })).toMatchObject({ kind: 'scheduled' });
  });

  test.each(['timer.fired', 'order.placed', 'io.flunq.timer.scheduled'])(
    'of another type is left alone: %s',
    (type) => {
      expect(own({ type })).toEqual({ kind: 'other', key: KEY, type });
    },
  );

  test('of any content is read without throwing', () => {
    fc.assert(
      fc.property(fc.json(), fc.dictionary(fc.string(), fc.string()), (body, headers) => {
        const attributes = { 'ce-specversion': '1.0', 'ce-id': '1', 'ce-source': '/s', 'ce-type': 'timer.scheduled' };
        for (const all of [headers, attributes])
          expect(incomingEvent({ body, headers: all }, 'timer-service').kind).toBeTruthy();
        expect(own({ data: JSON.parse(body) }).kind).toMatch(/scheduled|invalid/);
        expect(flunq(JSON.parse(body)).kind).toMatch(/scheduled|invalid/);
      }),
    );
  });
});

describe('An event that changes an alarm', () => {
  const ID = '0199a3c4-7c11-7000-8000-000000000001';

  test.each<[Record<string, unknown>, object]>([
    [{ subject: ID }, { alarmId: ID }],
    [{ subject: 'order-7' }, { externalId: 'order-7' }],
    [{ data: { alarm_id: ID }, subject: 'order-7' }, { alarmId: ID }],
    [{ data: { external_id: 'order-7' } }, { externalId: 'order-7' }],
    [{ data: { event_id: 'event-0' } }, { eventId: 'event-0' }],
  ])('names it: %j', (change, alarm) => {
    expect(own({ type: 'timer.canceled', data: undefined, ...change })).toEqual({ kind: 'canceled', key: KEY, alarm });
    const data = { ...(change.data as object), delay: '5s' };
    expect(own({ type: 'timer.rescheduled', ...change, data })).toMatchObject({ kind: 'rescheduled', alarm });
    expect(
      flunq({ ...data, delay: undefined, fire_at: TIME }, 'io.flunq.timer.rescheduled', { subject: change.subject }),
    ).toMatchObject({
      kind: 'rescheduled',
      alarm,
      input: { fire_at: TIME_US },
    });
  });

  test.each(['timer.canceled', 'timer.rescheduled'])('is invalid when it names none: %s', (type) => {
    expect(own({ type, data: type.endsWith('rescheduled') ? { delay: '5s' } : undefined })).toMatchObject({
      kind: 'invalid',
      reason: expect.stringContaining('names no alarm'),
    });
  });
});

describe('The seed’s own samples', () => {
  test('schedule by the instant, keep all their data, and are named after their task', () => {
    expect(flunq(SEED_PAYLOAD)).toEqual({
      kind: 'scheduled',
      key: KEY,
      timeUs: TIME_US,
      input: {
        // Digits beyond the microsecond round up.
        fire_at: parseMicros('2024-01-15T10:30:00.123457Z'),
        name: 'wait-step',
        payload: SEED_PAYLOAD,
      },
    });
  });

  test('may have only a duration, in milliseconds, ISO 8601 or Go notation', () => {
    const { fire_at: _fireAt, ...rest } = SEED_PAYLOAD;
    expect(flunq(rest)).toMatchObject({ kind: 'scheduled', input: { delay_ms: 5_000 } });
    for (const [duration, ms] of [
      ['PT2S', 2_000],
      ['30m45s', 1_845_000],
    ] as const) {
      expect(flunq({ duration })).toMatchObject({ kind: 'scheduled', input: { delay_ms: ms } });
    }
  });

  test('without any time are invalid', () => {
    expect(flunq({ tenant_id: 'tenant-123' })).toMatchObject({
      kind: 'invalid',
      reason: 'data: send one of fire_at, duration_ms, duration',
    });
  });

  test.each(['io.flunq.timer.fired', 'io.flunq.timer.dlq', 'io.flunq.task.requested', 'timer.scheduled'])(
    'share their stream with events of other types: %s',
    (type) => {
      expect(flunq(SEED_PAYLOAD, type)).toMatchObject({ kind: 'other', type });
    },
  );
});

describe('An event that arrived late', () => {
  const nowUs = TIME_US + 3_000 * MS_US;

  test.each([{ delay: 5_000 }, { delay_ms: 5_000 }, { seconds: 5 }])('counts %j from when it happened', (input) => {
    expect(inputAt(input, TIME_US, nowUs)).toEqual({ fire_at: TIME_US + 5_000 * MS_US });
  });

  test('counts from its arrival when it has no time, or one in the future', () => {
    const input = { delay_ms: 5_000 };
    expect(inputAt(input, null, nowUs)).toBe(input);
    expect(inputAt(input, nowUs + 1, nowUs)).toBe(input);
  });

  test('fires at once if it is due by now', () => {
    expect(inputAt({ delay_ms: 1_000 }, TIME_US, nowUs)).toMatchObject({
      fire_at: TIME_US + 1_000 * MS_US,
      misfire: 'fire',
    });
    expect(inputAt({ fire_at: nowUs }, null, nowUs)).toMatchObject({ misfire: 'fire' });
  });

  test.each([{ misfire: 'skip' as const }, { deadline: nowUs + 1 }])('keeps its own settings: %j', (settings) => {
    expect(inputAt({ fire_at: nowUs - 1, ...settings }, null, nowUs)).toEqual({ fire_at: nowUs - 1, ...settings });
  });

  test('keeps two due times, which are then rejected', () => {
    const input = { delay_ms: 5_000, fire_at: TIME_US };
    expect(inputAt(input, TIME_US, TIME_US)).toMatchObject(input);
    expect(formatMicros(TIME_US)).toBe('2026-11-19T13:30:00.000000Z');
  });
});
