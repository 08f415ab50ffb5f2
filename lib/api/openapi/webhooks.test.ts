import { describe, expect, test } from 'vitest';
import { EVENT_TYPES } from '#/lib/feed/events/event-types.ts';
import { DOCUMENT, parserOf } from '#/test/api-contract.ts';

const webhooks = Object.entries(DOCUMENT.webhooks).map(([name, { post }]) => ({ name, ...post }));

test('the document lists every event type for endpoints, the test of an endpoint, and the call of an alarm', () => {
  expect(webhooks.map(({ name }) => name).sort()).toEqual([...EVENT_TYPES, 'ping', 'alarm', 'alarm_callback'].sort());
});

test('a webhook has a name of its own', () => {
  const names = webhooks.map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
});

test('the document shows how an alarm reports its end', () => {
  const { schema, example } = DOCUMENT.webhooks.alarm_callback?.post.requestBody.content['application/json'] ?? {};
  expect(parserOf(schema ?? {}).safeParse(example).error).toBeUndefined();
  expect(parserOf(schema ?? {}).safeParse({ ...(example as object), type: 'alarm.rescheduled' }).success).toBe(false);
});

const events = webhooks.filter(({ name }) => name !== 'alarm_callback');
describe.each(events)('$name', ({ name, requestBody, parameters }) => {
  test('shows a valid body, both plain and as a CloudEvent', () => {
    const formats = ['application/json', 'application/cloudevents+json'];
    const others = name === 'alarm' ? ['text/plain', 'application/octet-stream'] : [];
    expect(Object.keys(requestBody.content)).toEqual([...formats, ...others]);
    for (const format of formats) {
      const { schema, example } = requestBody.content[format] ?? {};
      if (!schema) throw new Error(`${name} has no body of ${format}`);
      expect(parserOf(schema).safeParse(example).error).toBeUndefined();
      expect(example).toMatchObject({ type: name === 'alarm' ? 'alarm.fired' : name });
    }
  });

  test('names the headers by which it is verified', () => {
    const names = parameters.map(({ $ref }) => DOCUMENT.components.parameters[$ref.split('/').at(-1) ?? '']?.name);
    expect(names).toEqual(expect.arrayContaining(['webhook-id', 'webhook-timestamp', 'webhook-signature']));
  });
});

test('its schema rejects another type, or data without its event', () => {
  const content = DOCUMENT.webhooks['timer.stopped']?.post.requestBody.content['application/cloudevents+json'];
  const example = content?.example as { data: object };
  const parser = parserOf(content?.schema ?? {});
  expect(parser.safeParse({ ...example, type: 'timer.started' }).success).toBe(false);
  expect(parser.safeParse({ ...example, data: {} }).success).toBe(false);
});
