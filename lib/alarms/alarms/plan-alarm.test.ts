import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_RETRY } from '#/lib/alarms/alarms/alarm.ts';
import { createAlarmInput, moveAlarmInput } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { spreadUs } from '#/lib/alarms/alarms/due-time.ts';
import { planAlarm, planMove } from '#/lib/alarms/alarms/plan-alarm.ts';
import { parseAllowList } from '#/lib/alarms/webhooks/url-guard.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { formatMicros, MS_US } from '#/lib/core/micros.ts';

const NOW_MS = Date.parse('2026-03-10T09:00:00.123Z');
const NOW = NOW_MS * MS_US;
const TEN_YEARS_MS = 10 * 366 * DAY_MS;
const owner = { id: '0190f5fe-7c00-7a00-8000-000000000001', workspaceId: 'w', createdBy: 'k' };
const planning = { nowUs: NOW, allowed: parseAllowList('127.0.0.1'), retry: DEFAULT_RETRY };

const hook = { url: 'https://example.com/hook' };
const soon = { delay_ms: 60_000 };
const plan = (body: object, id = owner.id) => planAlarm(createAlarmInput.parse(body), { ...owner, id }, planning);
const inMs = (body: object) => (plan({ ...hook, ...body }).dueUs - NOW) / MS_US;
const iso = (ms: number) => new Date(NOW_MS + ms).toISOString();

const pointerTo = (path: PropertyKey[]) => `/${path.map(String).join('/')}`;

/** Code and pointers of the refusal, by the schema or by the plan. */
function refusal(body: object): { code: string; pointers: string[] } | null {
  const parsed = createAlarmInput.safeParse(body);
  if (!parsed.success) {
    const pointers = parsed.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => pointerTo([...issue.path, key]))
        : [pointerTo(issue.path)],
    );
    return { code: 'input_invalid', pointers };
  }
  try {
    planAlarm(parsed.data, owner, planning);
  } catch (error) {
    if (isAppError(error)) return { code: error.code, pointers: error.fields.map(({ pointer }) => pointer) };
    throw error;
  }
  return null;
}

describe('when is refused', () => {
  test.each<[string, object, string]>([
    ['nothing at all', {}, ''],
    ['an interval without its start', { expiration_interval_ms: 5 }, '/start_date'],
    ['a start without its interval', { start_date: iso(0) }, '/expiration_interval_ms'],
    ['two ways at once', { fire_at: iso(5), delay: '1h' }, '/delay'],
    ['two counts at once', { delay_ms: 5, minutes: 1 }, '/minutes'],
    ['a start beside another way', { delay_ms: 5, start_date: iso(0), expiration_interval_ms: 5 }, '/start_date'],
    ['an interval beside another way', { delay_ms: 5, expiration_interval_ms: 5 }, '/expiration_interval_ms'],
    ['an instant without a zone', { fire_at: '2026-11-19T14:30:00' }, '/fire_at'],
    ['a day', { fire_at: '2026-11-19' }, '/fire_at'],
    ['30 February', { fire_at: '2026-02-30T00:00:00Z' }, '/fire_at'],
    ['29 February of 2027', { fire_at: '2027-02-29T00:00:00Z' }, '/fire_at'],
    ['the 25th hour', { fire_at: '2026-11-19T25:00:00Z' }, '/fire_at'],
    ['the 61st minute', { fire_at: '2026-11-19T10:61:00Z' }, '/fire_at'],
    ['seconds since 1970', { fire_at: 1_795_098_600 }, '/fire_at'],
    ['a list of instants', { fire_at: [iso(5)] }, '/fire_at'],
    ['null', { fire_at: null }, '/fire_at'],
    ['a delay in months', { delay: 'P1M' }, '/delay'],
    ['a delay in words', { delay: 'an hour' }, '/delay'],
    ['a delay backwards', { delay: '-5m' }, '/delay'],
    ['a delay as a number', { delay: 5 }, '/delay'],
    ['an empty delay', { delay: '' }, '/delay'],
    ['a delay over ten years', { delay: 'P3661D' }, '/delay'],
    ['a delay with days in parts', { delay: { days: 1 } }, '/delay'],
    ['a delay with parts below nothing', { delay: { hours: 1, minutes: -1 } }, '/delay'],
    ['half a millisecond', { delay_ms: 0.5 }, '/delay_ms'],
    ['milliseconds below nothing', { delay_ms: -1 }, '/delay_ms'],
    ['milliseconds as text', { delay_ms: '5' }, '/delay_ms'],
    ['milliseconds over ten years', { delay_ms: TEN_YEARS_MS + 1 }, '/delay_ms'],
    ['hours as text', { hours: '1' }, '/hours'],
    ['hours below nothing', { hours: -1 }, '/hours'],
    ['an interval below nothing', { start_date: iso(0), expiration_interval_ms: -1 }, '/expiration_interval_ms'],
  ])('%s', (_what, when, pointer) => {
    const refused = refusal({ ...hook, ...when });
    expect(refused?.code).toBe('input_invalid');
    expect(refused?.pointers.some((one) => one === pointer || one.startsWith(`${pointer}/`))).toBe(true);
  });

  test('three ways at once, each but the first by its pointer', () => {
    expect(refusal({ ...hook, fire_at: iso(5), delay: '1h', hours: 1 })?.pointers).toEqual(['/delay', '/hours']);
  });

  test.each<[string, object, string]>([
    ['now', { fire_at: iso(0) }, '/fire_at'],
    ['a microsecond ago', { fire_at: formatMicros(NOW - 1) }, '/fire_at'],
    ['no delay', { delay_ms: 0 }, '/delay_ms'],
    ['no delay in words', { delay: '0s' }, '/delay'],
    ['no parts', { delay: {} }, '/delay'],
    ['no seconds', { seconds: 0 }, '/seconds'],
    ['1970', { start_date: '1970-01-01T00:00:00Z', expiration_interval_ms: 0 }, '/start_date'],
  ])('the past: %s', (_what, when, pointer) => {
    expect(refusal({ ...hook, ...when })).toEqual({ code: 'due_in_past', pointers: [pointer] });
  });

  test.each<[string, object, string]>([
    ['an instant', { fire_at: formatMicros(NOW + TEN_YEARS_MS * MS_US + 1) }, '/fire_at'],
    ['hours', { hours: TEN_YEARS_MS / HOUR_MS + 1 }, '/hours'],
    ['a start with its interval', { start_date: iso(1), expiration_interval_ms: TEN_YEARS_MS }, '/start_date'],
    ['as many hours as there are', { hours: TEN_YEARS_MS }, '/hours'],
  ])('more than ten years: %s', (_what, when, pointer) => {
    expect(refusal({ ...hook, ...when })).toEqual({ code: 'due_too_far', pointers: [pointer] });
  });
});

describe('when is understood', () => {
  test.each<[string, object, number]>([
    ['an instant', { fire_at: iso(HOUR_MS) }, HOUR_MS],
    ['an instant with an offset', { fire_at: '2026-03-10T11:00:00.123+01:00' }, HOUR_MS],
    ['an instant to the microsecond', { fire_at: formatMicros(NOW + 1) }, 0.001],
    ['an instant to the nanosecond, which is rounded up', { fire_at: '2026-03-10T09:00:00.123000001Z' }, 0.001],
    ['a delay of ISO 8601', { delay: 'PT1H30M' }, 1.5 * HOUR_MS],
    ['a delay in Go’s style', { delay: '1h30m' }, 1.5 * HOUR_MS],
    ['a delay with blanks around it', { delay: ' 90s ' }, 90_000],
    ['a delay in parts', { delay: { hours: 1, minutes: 30, seconds: 1 } }, 1.5 * HOUR_MS + 1_000],
    ['milliseconds', { delay_ms: 250 }, 250],
    ['hours, minutes and seconds', { hours: 1, minutes: 1, seconds: 1 }, 3_661_000],
    ['hours with a fraction', { hours: 1.1 }, 3_960_000],
    ['seconds that are no binary fraction', { seconds: 0.07 }, 70],
    ['less than a millisecond, which is rounded up', { seconds: 0.0001 }, 1],
    ['one millisecond', { delay_ms: 1 }, 1],
    ['a start and an interval', { start_date: iso(-1_000), expiration_interval_ms: 5_000 }, 4_000],
    ['a start to come', { start_date: iso(1_000), expiration_interval_ms: 0 }, 1_000],
    ['ten years by the instant', { fire_at: formatMicros(NOW + TEN_YEARS_MS * MS_US) }, TEN_YEARS_MS],
    ['ten years by the millisecond', { delay_ms: TEN_YEARS_MS }, TEN_YEARS_MS],
    ['ten years by the day', { delay: 'P3660D' }, TEN_YEARS_MS],
  ])('%s', (_what, when, ms) => {
    expect(inMs(when)).toBe(ms);
  });

  test('every millisecond of a delay counts, in whatever way it is said', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: TEN_YEARS_MS }), (ms) => {
        const seconds = ms / 1_000;
        for (const when of [{ delay_ms: ms }, { delay: `${ms}ms` }, { fire_at: iso(ms) }]) expect(inMs(when)).toBe(ms);
        if (ms < DAY_MS) for (const when of [{ seconds }, { delay: { seconds } }]) expect(inMs(when)).toBe(ms);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a due time that has passed', () => {
  test.each([
    ['fire', null],
    ['skip', { status: 'aborted', reason: 'skipped' }],
    ['dead_letter', { status: 'dead', reason: 'deadline_passed' }],
  ])('with misfire %s', (misfire, end) => {
    expect(plan({ ...hook, fire_at: iso(-HOUR_MS), misfire })).toMatchObject({ dueUs: NOW - HOUR_MS * MS_US, end });
    expect(plan({ ...hook, fire_at: iso(0), misfire }).end).toEqual(end);
    expect(plan({ ...hook, fire_at: formatMicros(NOW + 1), misfire }).end).toBeNull();
  });
});

describe('a spread', () => {
  const spread = '30s';

  test('is the same for the same external_id, whoever asks and whenever', () => {
    const one = plan({ ...hook, ...soon, spread, external_id: 'order-42' });
    const again = plan({ ...hook, ...soon, spread, external_id: 'order-42' }, '0190f5fe-7c00-7a00-8000-000000000002');
    expect(again.dueUs).toBe(one.dueUs);
    expect(one.settings).toEqual({ spread_ms: 30_000 });
  });

  test('differs between alarms without one', () => {
    const dues = ['1', '2', '3'].map(
      (last) => plan({ ...hook, ...soon, spread }, `${owner.id.slice(0, -1)}${last}`).dueUs,
    );
    expect(new Set(dues)).toHaveLength(3);
  });

  test('parts a herd evenly: of 60,000, each second of a minute gets 1,000, give or take a sixth', () => {
    const perSecond = new Array<number>(60).fill(0);
    for (let index = 0; index < 60_000; index += 1)
      perSecond[Math.floor(spreadUs(`a-${index}`, MINUTE_MS) / 1e6)]! += 1;
    expect(Math.min(...perSecond)).toBeGreaterThan(830);
    expect(Math.max(...perSecond)).toBeLessThan(1_170);
  });

  test('never moves an alarm before the time asked for, nor beyond the spread', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat({ max: TEN_YEARS_MS }), (name, ms) => {
        const moved = spreadUs(name, ms);
        expect(Number.isSafeInteger(moved)).toBe(true);
        expect(moved).toBeGreaterThanOrEqual(0);
        expect(moved).toBeLessThanOrEqual(ms * MS_US);
      }),
    );
  });

  test('of nothing is none', () => {
    expect(plan({ ...hook, ...soon, spread: '0s' })).toMatchObject({ dueUs: NOW + 60_000_000, settings: {} });
  });
});

describe('a deadline', () => {
  test('may be the due time itself, but not a microsecond before it', () => {
    const due = NOW + 60_000_000;
    expect(plan({ ...hook, ...soon, deadline: formatMicros(due) }).deadlineUs).toBe(due);
    const refused = { code: 'input_invalid', pointers: ['/deadline'] };
    expect(refusal({ ...hook, ...soon, deadline: formatMicros(due - 1) })).toEqual(refused);
    expect(refusal({ ...hook, ...soon, spread: '9h', deadline: formatMicros(due) })).toEqual(refused);
    expect(refusal({ ...hook, ...soon, deadline: 'tomorrow' })).toEqual(refused);
  });
});

describe('what is refused', () => {
  test.each<[string, object, string]>([
    ['no URL', { url: undefined }, '/url'],
    ['an empty URL', { url: ' ' }, '/url'],
    ['no address', { url: 'example.com' }, '/url'],
    ['another protocol', { url: 'ftp://example.com' }, '/url'],
    ['this machine', { url: 'http://[::1]/' }, '/url'],
    ['a private network', { url: 'http://10.0.0.1/' }, '/url'],
    ['the address of a cloud’s secrets', { url: 'http://169.254.169.254/latest' }, '/url'],
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
    ['a header of ours', { headers: { 'Webhook-Id': 'x' } }, '/headers/Webhook-Id'],
    ['51 headers', { headers: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`h${n}`, 'x'])) }, '/headers'],
    ['a format nobody knows', { format: 'xml' }, '/format'],
    ['an output mode nobody knows', { output_mode: 'mail' }, '/output_mode'],
    ['a misfire nobody knows', { misfire: 'later' }, '/misfire'],
    ['an empty name', { name: '  ' }, '/name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, '/name'],
    ['an external_id of 256', { external_id: 'x'.repeat(256) }, '/external_id'],
    ['an external_id that is a number', { external_id: 42 }, '/external_id'],
    ['append_id in words', { append_id: 'yes' }, '/append_id'],
    ['a spread over ten years', { spread: 'P3661D' }, '/spread'],
    ['51 waits', { retry: Array(51).fill('1s') }, '/retry'],
    ['a wait that is none', { retry: ['1s', 'later'] }, '/retry'],
    ['a policy without a cap', { retry: { base: '1s', count: 3 } }, '/retry'],
    ['a policy that shrinks', { retry: { base: '1s', cap: '1h', count: 3, factor: 0.5 } }, '/retry'],
    ['a policy that never ends', { retry: { base: '1s', cap: '1h', count: 51 } }, '/retry'],
    ['a field nobody knows', { priority: 1 }, '/priority'],
  ])('%s', (_what, change, pointer) => {
    const refused = refusal({ ...hook, ...soon, ...change });
    expect(refused?.code).toBe('input_invalid');
    expect(refused?.pointers.some((one) => one === pointer || one.startsWith(`${pointer}/`))).toBe(true);
  });

  test('for an event, everything that only a webhook has', () => {
    const webhook = { ...hook, method: 'PUT', headers: { a: 'b' }, format: 'raw', append_id: true };
    const pointers = ['/url', '/method', '/headers', '/format', '/append_id'];
    expect(refusal({ ...soon, output_mode: 'event', ...webhook })).toEqual({ code: 'input_invalid', pointers });
  });

  test('when and what at once, so that one answer tells all', () => {
    expect(refusal({ headers: { Host: 'x' }, url: 'ftp://x' })?.pointers).toEqual(['', '/url', '/headers/Host']);
  });
});

describe('what is kept', () => {
  test('nothing but what differs from the defaults', () => {
    const plain = { method: 'post', headers: {}, format: 'raw', output_mode: 'webhook', append_id: false };
    expect(plan({ ...hook, ...soon, ...plain })).toMatchObject({ settings: {}, url: hook.url, maxAttempts: 10 });
  });

  test('all that does', () => {
    const body = {
      ...soon,
      ...{ url: ' http://127.0.0.1:8080/hook#part ', method: 'put', headers: { 'X-Team': 'a' }, format: 'standard' },
      ...{ misfire: 'skip', append_id: true, applicant_service: 'billing', spread: '1s', retry: ['5s', '1m'] },
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
  ])('a retry %s', (_what, retry, tries) => {
    expect(plan({ ...hook, ...soon, retry }).maxAttempts).toBe(tries);
  });

  test('an event, which calls nobody', () => {
    expect(plan({ ...soon, output_mode: 'event' })).toMatchObject({ url: null, settings: { output_mode: 'event' } });
  });
});

describe('a payload', () => {
  const KB_64 = 64 * 1024;
  const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
  const refused = { code: 'input_invalid', pointers: ['/payload'] };
  const withPayload = (payload: unknown) => ({ ...hook, ...soon, payload });

  test.each<[string, unknown, string | null]>([
    ['none', undefined, null],
    ['null', null, 'null'],
    ['a text', 'hi', '"hi"'],
    ['a number', 0, '0'],
    ['false', false, 'false'],
    ['an object', { b: 1, a: [null] }, '{"b":1,"a":[null]}'],
    ['characters beyond the basic plane', { '🙂': '日本' }, '{"🙂":"日本"}'],
  ])('may be %s', (_what, payload, text) => {
    expect(plan(withPayload(payload)).payload).toBe(text);
  });

  test('has 64 KB to the byte, counted as it is sent', () => {
    expect(refusal(withPayload('x'.repeat(KB_64 - 2)))).toBeNull();
    expect(refusal(withPayload('x'.repeat(KB_64 - 1)))).toEqual(refused);
    expect(refusal(withPayload('é'.repeat(KB_64 / 2 - 1)))).toBeNull();
    expect(refusal(withPayload(`${'é'.repeat(KB_64 / 2 - 1)}x`))).toEqual(refused);
    expect(refusal(withPayload('\n'.repeat(KB_64 / 2)))).toEqual(refused);
  });

  test('nests 500 levels deep and no deeper', () => {
    expect(refusal(withPayload(nested(500)))).toBeNull();
    for (const levels of [501, 10_000, 100_000]) expect(refusal(withPayload(nested(levels)))).toEqual(refused);
  });

  test('has no number that readers take for infinity', () => {
    expect(refusal(withPayload(JSON.parse('{"a":[1e400]}')))).toEqual(refused);
  });

  test('comes out as it went in', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (payload) => {
        const text = plan(withPayload(payload)).payload;
        expect(JSON.parse(text ?? '')).toEqual(JSON.parse(JSON.stringify(payload)));
      }),
    );
  });
});

describe('a move', () => {
  const move = (body: object) => planMove(moveAlarmInput.parse(body), NOW);

  test('takes every way of saying when', () => {
    const whens = [{ fire_at: iso(HOUR_MS) }, { delay: '1h' }, { delay_ms: HOUR_MS }, { hours: 1 }, { minutes: 60 }];
    const counted = { start_date: iso(0), expiration_interval_ms: HOUR_MS };
    for (const when of [...whens, counted]) expect(move(when)).toBe(NOW + HOUR_MS * MS_US);
  });

  test.each([
    ['without a time', {}, 'input_invalid'],
    ['into the past', { fire_at: iso(0) }, 'due_in_past'],
    ['too far', { delay_ms: TEN_YEARS_MS, fire_at: iso(5) }, 'input_invalid'],
    ['beyond ten years', { hours: TEN_YEARS_MS }, 'due_too_far'],
  ])('%s is refused', (_what, body, code) => {
    expect(() => move(body)).toThrow(code);
  });

  test('changes nothing else', () => {
    expect(() => move({ delay: '1h', url: 'https://example.com' })).toThrow('unrecognized_keys');
    expect(() => move({ delay: '1h', misfire: 'fire' })).toThrow('unrecognized_keys');
  });
});
