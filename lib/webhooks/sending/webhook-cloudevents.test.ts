import { CloudEvent, HTTP } from 'cloudevents';
import { describe, expect, test } from 'vitest';
import { newWebhookSecret } from '#/lib/webhooks/sending/webhook.ts';
import { httpReceiver, sender } from '#/test/webhooks/receiver.ts';
import { requestOf, type SentAlarm } from '#/test/webhooks/request-of.ts';

const ID = '0199a3c4-7c11-7000-8000-000000000001';
const DUE_US = Date.UTC(2026, 2, 10, 9) * 1_000 + 123;
const SOURCE = 'https://timers.example.com';
const FORMATS = ['cloudevents', 'cloudevents-binary'] as const;

/** The event as the official SDK reads it from a received request. */
async function event(
  format: (typeof FORMATS)[number],
  attempt: number,
  change: Partial<SentAlarm> = {},
): Promise<CloudEvent<Record<string, unknown>>> {
  const receiver = await httpReceiver();
  const alarm: SentAlarm = {
    id: ID,
    workspaceId: 'w-1',
    name: 'Tee für zwei ☕',
    externalId: 'INV-0417',
    applicantService: 'kitchen',
    url: `${receiver.url}/events`,
    method: 'POST',
    headers: {},
    payload: '{"kettle":[1,2,{"three":"日本語"}]}',
    bodyKind: null,
    format,
    appendId: false,
    event: null,
    attempt,
    dueUs: DUE_US,
    ...change,
  };
  const signing = { secrets: [newWebhookSecret()], source: SOURCE };
  await sender().send(requestOf(alarm, { firedUs: DUE_US + 7_250 }, signing));
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
  expect(HTTP.isEvent({ headers, body })).toBe(true);
  return HTTP.toEvent({ headers, body }) as CloudEvent<Record<string, unknown>>;
}

describe.each(FORMATS)('%s', (format) => {
  test('is an event that the official SDK reads', async () => {
    const read = await event(format, 2);
    expect(read).toBeInstanceOf(CloudEvent);
    expect(read.validate()).toBe(true);
    expect(read).toMatchObject({
      specversion: '1.0',
      id: ID,
      source: SOURCE,
      type: 'alarm.fired',
      subject: ID,
      datacontenttype: 'application/json',
    });
    expect(Date.parse(read.time!)).toBe(DUE_US / 1_000 - 0.123);
    expect(read.data).toEqual({
      alarm: {
        id: ID,
        name: 'Tee für zwei ☕',
        external_id: 'INV-0417',
        applicant_service: 'kitchen',
        due_at: '2026-03-10T09:00:00.000123Z',
        payload: { kettle: [1, 2, { three: '日本語' }] },
      },
      workspace_id: 'w-1',
      attempt: 2,
      fired_at: '2026-03-10T09:00:00.007373Z',
      lateness_ms: 7.25,
    });
  });

  test('of an endpoint has the type and the subject of its event', async () => {
    const payload = JSON.stringify({ timer: { id: 't-1' }, subject_id: 't-1', event_id: '4711' });
    const reported = { type: 'timer.stopped', at: '2026-03-10T08:59:59.000Z', delivery: 'first' };
    const read = await event(format, 1, { event: reported, payload });
    expect(read.validate()).toBe(true);
    expect(read).toMatchObject({ id: 'first', source: SOURCE, type: 'timer.stopped', subject: 't-1' });
    expect(read.data).toEqual(JSON.parse(payload));
  });

  test('has the same source and id when it is sent again, so that receivers see one event', async () => {
    const [one, two] = [await event(format, 1), await event(format, 2)];
    expect([two.source, two.id, two.time]).toEqual([one.source, one.id, one.time]);
  });
});
