import { describe, expect, it } from 'vitest';
import { calledUrl, requestBody, requestCall, requestHeaders } from '#/components/alarms/form/alarm-request.ts';
import type { AlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';

const alarm = (change: Partial<AlarmJson> = {}) =>
  ({
    id: 'a1',
    url: 'https://a.dev/hooks',
    method: 'POST',
    headers: { 'X-Team': 'billing' },
    payload: { invoice: 7 },
    format: 'raw',
    append_id: false,
    name: 'invoice',
    external_id: null,
    applicant_service: null,
    due_at: '2026-11-19T13:30:00.000000Z',
    attempts: 2,
    callback_of: null,
    created_at: '2026-11-19T13:00:00.000000Z',
    ...change,
  }) as AlarmJson;

describe('the sent request', () => {
  it('has only the payload', () => {
    expect(JSON.parse(requestBody(alarm()) ?? '')).toEqual({ invoice: 7 });
  });

  it('has the payload within an envelope if requested', () => {
    const standard = JSON.parse(requestBody(alarm({ format: 'standard' })) ?? '');
    expect(standard).toMatchObject({ type: 'alarm.fired', data: { alarm: { id: 'a1', payload: { invoice: 7 } } } });
    const event = JSON.parse(requestBody(alarm({ format: 'cloudevents' })) ?? '');
    expect(event).toMatchObject({ specversion: '1.0', type: 'alarm.fired', subject: 'a1', data: { attempt: 2 } });
  });

  it('is an empty object without a payload', () => {
    expect(requestBody(alarm({ payload: undefined }))).toBe('{}');
  });

  it('is null where that is the payload', () => {
    expect(requestBody(alarm({ payload: null }))).toBe('null');
  });

  it('has the text or base64 instead of a payload, with its type', () => {
    const text = alarm({ payload: undefined, body: '<a/>' });
    expect([requestBody(text), requestHeaders(text)['content-type']]).toEqual(['<a/>', 'text/plain; charset=utf-8']);
    const bytes = alarm({ payload: undefined, body_base64: 'AP+A' });
    expect([requestBody(bytes), requestHeaders(bytes)['content-type']]).toEqual(['AP+A', 'application/octet-stream']);
    const own = alarm({ payload: undefined, body: '<a/>', headers: { 'Content-Type': 'application/xml' } });
    expect(requestHeaders(own)['content-type']).toBe('application/xml');
  });

  it('has the report of an end for a callback', () => {
    const payload = { alarm: { id: 'a0', status: 'dead' } };
    const callback = alarm({ payload, format: 'standard', callback_of: 'a0' });
    expect(JSON.parse(requestBody(callback) ?? '')).toEqual({
      type: 'alarm.dead',
      timestamp: '2026-11-19T13:00:00.000000Z',
      data: payload,
    });
  });

  it('has no body for a method without one', () => {
    expect(requestBody(alarm({ method: 'GET' }))).toBeNull();
    expect(requestHeaders(alarm({ method: 'GET' }))).not.toHaveProperty('content-type');
  });

  it('has its own headers, and those that identify the firing', () => {
    expect(requestHeaders(alarm())).toMatchObject({
      'content-type': 'application/json',
      'x-team': 'billing',
      'webhook-id': 'a1',
      'timer-attempt': '2',
    });
  });

  it.each([
    ['https://a.dev/hooks', 'https://a.dev/hooks/a1'],
    ['https://a.dev/hooks/', 'https://a.dev/hooks/a1'],
    ['https://a.dev/hooks?x=1', 'https://a.dev/hooks/a1?x=1'],
  ])('to %s with its id goes to %s', (url, called) => {
    expect(calledUrl({ id: 'a1', url, append_id: true })).toBe(called);
    expect(calledUrl({ id: 'a1', url, append_id: false })).toBe(url);
  });

  it('as a cURL call lacks what only the server knows', () => {
    const { headers } = requestCall(alarm());
    expect(headers).not.toHaveProperty('webhook-signature');
    expect(headers).toHaveProperty('timer-alarm-id', 'a1');
  });
});
