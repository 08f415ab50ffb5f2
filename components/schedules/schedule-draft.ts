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
import type { ScheduleJson } from '#/lib/alarms/schedules/schedule-schemas.ts';
import type { TypedTiming } from '#/lib/client/schedules/schedule-queries.ts';

/** The typed form; all of it text, as in fields. */
export type ScheduleDraft = TypedBody & {
  kind: 'cron' | 'repeat';
  cron: string;
  time_zone: string;
  repeat: string;
  name: string;
  url: string;
  method: string;
  /** `Name: value`, one per line. */
  headers: string;
  /** Waits separated by commas. */
  retry: string;
  /** The maximum that a run may be due after its instant; empty for none. */
  jitter: string;
  catch_up: string;
  /** Called once a run has ended; empty for none. */
  callback_url: string;
};
export type DraftField = keyof ScheduleDraft;
export type DraftErrors = Partial<Record<DraftField, string>>;
type ReadDraft = { ok: true; body: object } | { ok: false; errors: DraftErrors };

/** The form of a schedule, or an empty one: `timeZone` is that of the person. */
export function draftOf(schedule: ScheduleJson | null, timeZone: string): ScheduleDraft {
  return {
    kind: schedule && schedule.cron === null ? 'repeat' : 'cron',
    cron: schedule?.cron ?? '',
    time_zone: schedule?.time_zone ?? timeZone,
    repeat: schedule?.repeat ?? '',
    name: schedule?.name ?? '',
    url: schedule?.url ?? '',
    method: schedule?.method ?? 'POST',
    ...typedBody(schedule),
    headers: schedule ? typedHeaders(schedule.headers) : '',
    retry: '',
    jitter: typedJitter(schedule?.jitter_ms ?? 0),
    catch_up: schedule?.catch_up ?? 'none',
    callback_url: schedule?.callback_url ?? '',
  };
}

/** The timing for the preview; the bounds are those of the schedule. */
export function timingOf(draft: ScheduleDraft, schedule: ScheduleJson | null): TypedTiming {
  const { cron, repeat, time_zone } = draft;
  const bounds = {
    ...(schedule?.start_at && { start_at: schedule.start_at }),
    ...(schedule?.end_at && { end_at: schedule.end_at }),
  };
  if (draft.kind === 'repeat') return repeat.trim() ? { repeat: repeat.trim(), ...bounds } : {};
  return cron.trim() ? { cron: cron.trim(), time_zone, ...bounds } : {};
}

/**
 * The request body of the draft, or the errors by field. Unchanged fields are not sent: another person's credentials
 * are masked in the form, and must stay as they are.
 */
export function readDraft(draft: ScheduleDraft, before: ScheduleDraft | null, isEvent = false): ReadDraft {
  const errors: DraftErrors = {};
  const is = (field: DraftField) => before === null || draft[field] !== before[field];
  const take = <T>(field: DraftField, read: { value: T } | { problem: string }): T | undefined => {
    if ('value' in read) return read.value;
    errors[field] = read.problem;
    return undefined;
  };
  if (draft.kind === 'cron' && !draft.cron.trim()) errors.cron = 'Enter a cron expression, such as 30 9 * * MON-FRI.';
  if (draft.kind === 'repeat' && !draft.repeat.trim()) {
    errors.repeat = 'Enter an interval, such as R/2026-01-01T00:00:00Z/PT1H.';
  }
  if (!isEvent && !draft.url.trim()) errors.url = 'Enter a URL.';
  const isTimed = is('kind') || (draft.kind === 'cron' ? is('cron') || is('time_zone') : is('repeat'));
  const timing =
    draft.kind === 'cron' ? { cron: draft.cron.trim(), time_zone: draft.time_zone } : { repeat: draft.repeat.trim() };
  const name = draft.name.trim();
  const callback = draft.callback_url.trim();
  const retry = draft.retry.trim() ? take('retry', readRetry(draft.retry)) : undefined;
  const jitter = is('jitter') ? take('jitter', readJitter(draft.jitter)) : undefined;
  const body = {
    ...(isTimed && timing),
    ...(is('name') && (name || before) && { name: name || null }),
    ...(!isEvent && is('url') && { url: draft.url.trim() }),
    ...(is('method') && { method: draft.method }),
    ...((is('payload') || is('body_kind')) && bodyPart(take('payload', readBody(draft)), before)),
    ...(is('headers') && headersPart(take('headers', readHeaders(draft.headers)), before)),
    ...(retry && { retry }),
    ...(jitter !== undefined && (jitter > 0 || before) && { jitter_ms: jitter }),
    ...(is('catch_up') && { catch_up: draft.catch_up }),
    ...(is('callback_url') && (callback || before) && { callback_url: callback || null }),
  };
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, body };
}

/** An existing body that is deleted in the form becomes `{}`, as the form says; null would be sent as `null`. */
function bodyPart(body: object | undefined, before: ScheduleDraft | null): object {
  if (!body || Object.keys(body).length > 0) return body ?? {};
  return before === null ? {} : { payload: {} };
}

function headersPart(headers: Record<string, string> | undefined, before: ScheduleDraft | null): object {
  if (headers === undefined) return before === null ? {} : { headers: {} };
  return { headers };
}

/** The server's errors by field, from JSON pointers into the body. Those without a field are left out. */
export function errorsOf(fields: readonly { pointer: string; detail: string }[], draft: ScheduleDraft): DraftErrors {
  const errors: DraftErrors = {};
  for (const { pointer, detail } of fields) {
    const [, member = '', ...rest] = pointer.split('/');
    const name = fieldOf(member);
    if (!(name in draft)) continue;
    const inside = name === 'headers' && rest.length > 0 ? `${rest.join('/')} ` : '';
    errors[name as DraftField] ??= sentence(`${inside}${detail}`);
  }
  return errors;
}
