import { CloudEvent } from 'cloudevents';
import { describe, expect, test } from 'vitest';
import type { DueAlarm, PublishedEvent } from '#/lib/alarms/alarms/alarm.ts';
import { firedEvent, testEvent } from '#/lib/bridge/publishing/fired-event.ts';

const DUE_US = Date.UTC(2026, 2, 10, 9) * 1_000 + 5;
const ALARM: DueAlarm = {
  id: '0190f5fe-7a7c-7d3c-8a55-5e0a7a3b9c01',
  workspaceId: '0190f5fe-7a7c-7d3c-8a55-5e0a7a3b9c02',
  name: null,
  externalId: null,
  payload: null,
  settings: {},
  attempt: 1,
  dueUs: DUE_US,
  createdUs: DUE_US - 5_000_000,
};
const OWN = { dialect: 'timer-service', source: 'https://timers.example', firedUs: DUE_US + 1_500 } as const;
const FLUNQ = { ...OWN, dialect: 'flunq' } as const;
/** The payload of the other service's documentation. */
const SAMPLE = `{
  "tenant_id": "tenant-123",
  "workflow_id": "workflow-456",
  "execution_id": "execution-789",
  "task_id": "task-abc",
  "task_name": "wait-step",
  "fire_at": "2024-01-15T10:30:00.123456789Z",
  "duration_ms": 5000
}`;

/** As the official SDK reads it, which rejects anything that is not a CloudEvent. */
const read = (text: string) => new CloudEvent<Record<string, unknown>>(JSON.parse(text));
const event = (change: Partial<DueAlarm> = {}, how: Parameters<typeof firedEvent>[1] = OWN) =>
  read(firedEvent({ ...ALARM, ...change }, how));
const carrying = (carried: Omit<PublishedEvent, 'id'>) => ({ settings: { event: { id: '1', ...carried } } });

test('an event that is stored under names of before 1.0 is published under the current ones', () => {
  const at = '2026-03-10T09:00:00.123Z';
  expect(event({ ...carrying({ type: 'alarm.moved', at }), payload: '{}' }).type).toBe('alarm.rescheduled');
  const payload = '{"correction": {"words": "Agreed."}}';
  const { data } = event({ ...carrying({ type: 'timer.corrected', at }), payload });
  expect(data).toEqual({ correction: { comment: 'Agreed.' } });
});

describe('an alarm that fires is a CloudEvent', () => {
  test('with its id, its due time and how late it is', () => {
    const fired = event({ name: 'A "name"' });
    expect(fired).toMatchObject({ id: ALARM.id, type: 'timer.fired', subject: ALARM.id, source: OWN.source });
    expect(fired.data).toMatchObject({
      alarm: { id: ALARM.id, name: 'A "name"', due_at: '2026-03-10T09:00:00.000005Z' },
      workspace_id: ALARM.workspaceId,
      attempt: 1,
      lateness_ms: 1.5,
    });
    expect(fired.data?.alarm).not.toHaveProperty('payload');
  });

  test('with the same attributes on every attempt', () => {
    const [first, tenth] = [event(), event({ attempt: 10 })].map(({ id, type, time, subject }) => [
      id,
      type,
      time,
      subject,
    ]);
    expect(tenth).toEqual(first);
  });

  test.each(['{"n":1.0,"big":1152921504606846976}', ' [1.0 , 2]\n', '"text"', 'null'])(
    'with the exact payload: %s',
    (payload) => {
      expect(firedEvent({ ...ALARM, payload }, OWN)).toContain(`"payload":${payload}`);
      expect(event({ payload }).data?.alarm).toHaveProperty('payload', JSON.parse(payload));
    },
  );

  test('with the type and subject of the event it carries', () => {
    const named = event({
      ...carrying({ type: 'timer.dlq', at: '2026-03-10T09:00:01Z' }),
      payload: '{"subject_id":"s-1"}',
    });
    expect(named).toMatchObject({ type: 'timer.dlq', subject: 's-1', data: { subject_id: 's-1' } });
  });
});

describe('in the flunq dialect', () => {
  test('its types are io.flunq.timer.fired, .dlq and .test', () => {
    const dead = { type: 'timer.dlq', at: '2026-03-10T09:00:01Z' };
    expect(event({}, FLUNQ).type).toBe('io.flunq.timer.fired');
    expect(event({ ...carrying(dead), payload: '{}' }, FLUNQ).type).toBe('io.flunq.timer.dlq');
    const broker = { id: 'b', name: 'orders', workspaceId: 'w' };
    expect(read(testEvent({ id: 'x', broker, at: new Date(0) }, FLUNQ)).type).toBe('io.flunq.timer.test');
    expect(read(testEvent({ id: 'x', broker, at: new Date(0) }, OWN)).type).toBe('timer.test');
  });

  test('its data is what was scheduled, with the names documented there', () => {
    expect(event({ payload: SAMPLE }, FLUNQ).data).toEqual(JSON.parse(SAMPLE));
  });

  test.each([
    ['{"task_id":"t"}', { task_id: 't' }],
    ['{ }', {}],
    [null, {}],
    ['[1]', { payload: [1] }],
  ])('its data has the due time, for a payload of %s', (payload, more) => {
    const times = { fire_at: '2026-03-10T09:00:00.000005Z', duration_ms: 5_000 };
    expect(event({ payload }, FLUNQ).data).toEqual({ ...more, ...times });
  });

  test('its data keeps the event’s duration, although the alarm was created later', () => {
    expect(event({ payload: '{"duration":"PT7S"}' }, FLUNQ).data).toMatchObject({
      duration: 'PT7S',
      duration_ms: 7_000,
    });
    expect(event({ payload: '{"duration":"soon"}' }, FLUNQ).data).toMatchObject({ duration_ms: 5_000 });
  });
});
