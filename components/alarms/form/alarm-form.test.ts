import { describe, expect, it } from 'vitest';
import { type AlarmDraft, draftLike, problemsOf, readDraft } from '#/components/alarms/form/alarm-form.ts';
import type { AlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { MASKED } from '#/lib/alarms/alarms/credential-headers.ts';

const NOW = Date.parse('2026-11-19T13:30:00.000Z');
const ZONE = 'Europe/Stockholm';
const EMPTY = draftLike(null, '2026-11-19');
const filled = (change: Partial<AlarmDraft> = {}): AlarmDraft => ({
  ...EMPTY,
  when: { ...EMPTY.when, length: '10m' },
  url: 'https://a.dev/hook',
  ...change,
});
const read = (draft: AlarmDraft) => readDraft(draft, ZONE, NOW);
const WEBHOOK = { output_mode: 'webhook', url: 'https://a.dev/hook', broker_id: null, target: null };
const BROKER = '0199aa00-0000-7000-8000-000000000001';

describe('a draft', () => {
  it('names missing fields', () => {
    expect(read(EMPTY)).toEqual({
      ok: false,
      problems: { when: expect.stringContaining('10m'), url: 'Enter a URL.' },
    });
  });

  it('makes the body of the API request', () => {
    const result = read(filled({ name: ' invoice ', payload: '{"a": 1}', headers: 'X-Team: billing\n\nX-B:2' }));
    expect(result).toMatchObject({
      ok: true,
      body: {
        delay_ms: 600_000,
        url: 'https://a.dev/hook',
        method: 'POST',
        payload: { a: 1 },
        headers: { 'X-Team': 'billing', 'X-B': '2' },
      },
    });
    expect(result.ok && 'external_id' in result.body).toBe(false);
  });

  it.each([
    [{ body: '<a/>' }, { body_kind: 'text', payload: '<a/>' }],
    [{ body: '' }, { body_kind: 'text', payload: '' }],
    [{ body_base64: 'AP+A' }, { body_kind: 'base64', payload: 'AP+A' }],
    [{ payload: null }, { body_kind: 'json', payload: 'null' }],
  ])('based on an alarm that sends %j sends the same', (sent, typed) => {
    const alarm = { ...WEBHOOK, ...sent, method: 'POST', headers: {}, format: 'raw', append_id: false };
    const draft = draftLike({ ...alarm, callback_url: 'https://a.dev/ended' } as AlarmJson, '2026-11-19');
    expect(draft).toMatchObject(typed);
    const result = read(draft);
    expect(result).toMatchObject({ ok: true, body: { ...sent, callback_url: 'https://a.dev/ended' } });
  });

  it.each([
    [{ body_kind: 'base64', payload: 'AP+' }, 'Must be base64 with its padding (RFC 4648, section 4).'],
    [{ body_kind: 'text', payload: 'x'.repeat(65_537) }, 'Must be at most 64 KB of text.'],
  ] as const)('shows the error of its body at its field', (typed, problem) => {
    expect(read(filled(typed))).toEqual({ ok: false, problems: { payload: problem } });
  });

  it('for a message broker has neither a URL nor other fields of a call', () => {
    const draft = filled({ sendTo: BROKER, headers: 'X-Team: billing', append_id: true, payload: '{"order": 1}' });
    expect(read(draft)).toEqual({
      ok: true,
      body: { delay_ms: 600_000, output_mode: 'event', broker_id: BROKER, payload: { order: 1 } },
    });
    expect(read({ ...draft, target: 'timers.out' })).toMatchObject({ body: { target: 'timers.out' } });
    expect(read({ ...draft, sendTo: 'event' })).toMatchObject({ body: { output_mode: 'event' } });
    expect(read({ ...draft, target: 'two words' })).toMatchObject({ problems: { target: expect.any(String) } });
  });

  it.each([
    [{ output_mode: 'event', url: null, broker_id: BROKER, target: 'timers.out' }, BROKER],
    [{ output_mode: 'event', url: null, broker_id: null, target: null }, 'event'],
    [WEBHOOK, 'webhook'],
  ] as const)('based on an alarm is sent to the same target: %j', (to, sendTo) => {
    const alarm = { ...to, method: 'POST', headers: {}, format: 'raw', append_id: false } as AlarmJson;
    expect(draftLike(alarm, '2026-11-19')).toMatchObject({ sendTo, target: to.target ?? '' });
  });

  it('counts its deadline from the due time, with an action after it', () => {
    const result = read(filled({ deadline: '1h', misfire: 'skip' }));
    expect(result).toMatchObject({ ok: true, body: { deadline: '2026-11-19T14:40:00.000Z', misfire: 'skip' } });
  });

  it('is due later by at most its jitter', () => {
    expect(read(filled({ jitter: '5m' }))).toMatchObject({ ok: true, body: { jitter_ms: 300_000 } });
    const plain = read(filled({}));
    expect(plain.ok && 'jitter_ms' in plain.body).toBe(false);
  });

  it('has no action after a deadline that it does not have', () => {
    const result = read(filled({ misfire: 'skip' }));
    expect(result.ok && 'misfire' in result.body).toBe(false);
  });

  it.each([
    ['', undefined],
    ['none', []],
    ['5s, 1h30', ['5000ms', '5400000ms']],
  ])('waits “%s” between attempts as %j', (retry, waits) => {
    const result = read(filled({ retry }));
    expect(result.ok && result.body.retry).toEqual(waits);
  });

  it.each([
    [{ name: 'x'.repeat(201) }, 'name', 'Use at most 200 characters.'],
    [{ payload: '{a: 1}' }, 'payload', /^This isn’t valid JSON \(line 1, column 2\)\.$/],
    [{ headers: 'X-A: 1\nnonsense' }, 'headers', /^Line 2 /],
    [{ headers: `X-A: 1\nCookie: ${MASKED}` }, 'headers', /^Enter the value of Cookie\./],
    [{ retry: '5s, soon' }, 'retry', /“soon”/],
    [{ deadline: 'soon' }, 'deadline', /duration/],
    [{ jitter: 'some' }, 'jitter', /duration/],
    [{ method: 'CONNECT' }, 'method', /opens tunnels/],
    [{ name: 'x'.repeat(201) }, 'name', /200/],
  ] as const)('with %j is rejected at %s', (change, field, words) => {
    const result = read(filled(change));
    expect(result).toMatchObject({ ok: false, problems: { [field]: expect.stringMatching(words) } });
  });
});

describe('a duplicated alarm', () => {
  it('fires a second from now with everything that was sent', () => {
    const like = draftLike(
      {
        ...WEBHOOK,
        url: 'https://a.dev',
        method: 'PUT',
        name: 'n',
        payload: { a: [1] },
        headers: { 'X-A': '1' },
        format: 'standard',
        append_id: true,
        external_id: 'once',
      } as unknown as AlarmJson,
      '2026-11-19',
    );
    expect(read(like)).toMatchObject({
      ok: true,
      body: { delay_ms: 1_000, url: 'https://a.dev', method: 'PUT', name: 'n', payload: { a: [1] }, append_id: true },
    });
    expect(like.external_id).toBe('');
  });

  it.each([
    ['no payload', undefined, ''],
    ['a payload of null', null, 'null'],
  ])('sends %s if that was sent', (_what, payload, draft) => {
    const like = { url: 'https://a.dev', headers: {}, payload } as unknown as AlarmJson;
    expect(draftLike(like, '2026-11-19').payload).toBe(draft);
  });
});

describe('problems reported by the server', () => {
  it('are shown at their fields', () => {
    const problems = problemsOf([
      { pointer: '/url', detail: 'must be http or https' },
      { pointer: '/delay_ms', detail: 'must be within ten years' },
      { pointer: '/headers/X-A', detail: 'is taken' },
      { pointer: '', detail: 'is no object' },
    ]);
    expect(problems).toEqual({
      url: 'Must be http or https.',
      when: 'Must be within ten years.',
      headers: 'X-A is taken.',
    });
  });
});
