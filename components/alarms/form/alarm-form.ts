import type { ZodError } from 'zod';
import {
  fieldOf,
  readBody,
  readHeaders,
  readJitter,
  readRetry,
  sentence,
  type TypedBody,
  typedBody,
  typedHeaders,
  typedJitter,
} from '#/components/alarms/form/typed-request.ts';
import { type CreateAlarmBody, createAlarmInput } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import type { AlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { readDuration, readWhen, type TypedWhen } from '#/lib/client/alarms/alarm-when.ts';
import { formatIssue } from '#/lib/core/format-issue.ts';

/** The fields of the form, all as text. */
export type AlarmDraft = TypedBody & {
  when: TypedWhen;
  /** `webhook`, `event` for the feed, or the id of a message broker. */
  sendTo: string;
  /** Stream, queue or subject of the broker; empty for its default. */
  target: string;
  url: string;
  method: string;
  name: string;
  /** `Name: value`, one per line. */
  headers: string;
  format: string;
  /** Waits separated by commas; empty for the default schedule. */
  retry: string;
  /** Up to this much is added to the due time; empty for nothing. */
  jitter: string;
  /** Counted from the due time; empty for none. */
  deadline: string;
  misfire: string;
  external_id: string;
  append_id: boolean;
  /** Called once it has ended; empty for none. */
  callback_url: string;
};

export type DraftField = keyof AlarmDraft;
export type DraftProblems = Partial<Record<DraftField, string>>;
type ReadDraft = { ok: true; body: CreateAlarmBody } | { ok: false; problems: DraftProblems };

const EMPTY: AlarmDraft = {
  when: { kind: 'in', length: '', date: '', time: '' },
  sendTo: 'webhook',
  target: '',
  url: '',
  method: 'POST',
  name: '',
  ...typedBody(null),
  headers: '',
  format: 'raw',
  retry: '',
  jitter: '',
  deadline: '',
  misfire: 'dead_letter',
  external_id: '',
  append_id: false,
  callback_url: '',
};

/** An empty form, or one for an alarm like this one a second from now. `today` is the initial date. */
export function draftLike(alarm: AlarmJson | null, today: string): AlarmDraft {
  const when = { ...EMPTY.when, date: today };
  if (!alarm) return { ...EMPTY, when };
  return {
    ...EMPTY,
    when: { ...when, length: '1s' },
    sendTo: alarm.broker_id ?? alarm.output_mode,
    target: alarm.target ?? '',
    url: alarm.url ?? '',
    method: alarm.method,
    name: alarm.name ?? '',
    ...typedBody(alarm),
    headers: typedHeaders(alarm.headers),
    format: alarm.format,
    jitter: typedJitter(alarm.jitter_ms),
    append_id: alarm.append_id,
    callback_url: alarm.callback_url ?? '',
  };
}

/** The request body of the draft, or the errors by field. `serverNow` is the base of the deadline. */
export function readDraft(draft: AlarmDraft, timeZone: string, serverNow: number): ReadDraft {
  const problems: DraftProblems = {};
  const take = <T>(field: DraftField, read: { value: T } | { problem: string }): T | undefined => {
    if ('value' in read) return read.value;
    problems[field] = read.problem;
    return undefined;
  };
  const when = readWhen(draft.when, timeZone);
  if (!when.ok) problems.when = when.problem;
  const deadline = when.ok ? take('deadline', readDeadline(draft.deadline, when.dueAt(serverNow))) : undefined;
  const body: CreateAlarmBody = {
    ...(when.ok && when.body),
    ...(draft.sendTo !== 'webhook'
      ? eventPart(draft)
      : {
          url: take('url', draft.url.trim() ? { value: draft.url } : { problem: 'Enter a URL.' }),
          method: draft.method,
          format: draft.format as CreateAlarmBody['format'],
          headers: take('headers', readHeaders(draft.headers)),
          ...(draft.append_id && { append_id: true }),
        }),
    ...take('payload', readBody(draft)),
    retry: take('retry', readRetry(draft.retry)),
    ...(draft.jitter.trim() && { jitter_ms: take('jitter', readJitter(draft.jitter)) }),
    deadline,
    ...(deadline && { misfire: draft.misfire as CreateAlarmBody['misfire'] }),
    ...(draft.name.trim() && { name: draft.name }),
    ...(draft.external_id.trim() && { external_id: draft.external_id }),
    ...(draft.callback_url.trim() && { callback_url: draft.callback_url }),
  };
  const parsed = createAlarmInput.safeParse(body);
  if (!parsed.success) Object.assign(problems, problemsOf(pointersOf(parsed.error)), problems);
  return Object.keys(problems).length > 0 ? { ok: false, problems } : { ok: true, body };
}

function eventPart({ sendTo, target }: AlarmDraft): CreateAlarmBody {
  if (sendTo === 'event') return { output_mode: 'event' };
  return { output_mode: 'event', broker_id: sendTo, ...(target.trim() && { target }) };
}

/** Problems by field, from JSON pointers into the body. Those without a field are left out. */
export function problemsOf(fields: readonly { pointer: string; detail: string }[]): DraftProblems {
  const problems: DraftProblems = {};
  for (const { pointer, detail } of fields) {
    const [, name = '', ...rest] = pointer.split('/');
    const field = WHEN_FIELDS.has(name) ? 'when' : name === 'broker_id' ? 'sendTo' : fieldOf(name);
    if (!(field in EMPTY)) continue;
    const inside = field === 'headers' && rest.length > 0 ? `${rest.join('/')} ` : '';
    problems[field as DraftField] ??= sentence(`${inside}${detail}`);
  }
  return problems;
}

const WHEN_FIELDS = new Set(['fire_at', 'delay', 'delay_ms', 'hours', 'minutes', 'seconds', 'start_date']);

function pointersOf(error: ZodError): { pointer: string; detail: string }[] {
  return error.issues.map((issue) => ({ pointer: `/${issue.path.join('/')}`, detail: formatIssue(issue) }));
}

function readDeadline(text: string, dueAt: number): { value: string | undefined } | { problem: string } {
  if (!text.trim()) return { value: undefined };
  const ms = readDuration(text);
  if (ms === null) return { problem: 'Enter a duration after the due time, such as 1h.' };
  return { value: new Date(Math.ceil(dueAt + ms)).toISOString() };
}
