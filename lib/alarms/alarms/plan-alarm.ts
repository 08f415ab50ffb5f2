import { createHash } from 'node:crypto';
import {
  type AlarmSettings,
  endOfMisfire,
  type Misfired,
  type RetryPolicy,
  triesOf,
} from '#/lib/alarms/alarms/alarm.ts';
import { type CreateAlarmInput, type MoveAlarmInput, partsMs } from '#/lib/alarms/alarms/alarm-schemas.ts';
import type { AllowList } from '#/lib/alarms/webhooks/url-guard.ts';
import { urlProblem } from '#/lib/alarms/webhooks/url-guard.ts';
import { headerProblem } from '#/lib/alarms/webhooks/webhook.ts';
import { AppError, type FieldProblem } from '#/lib/core/errors.ts';
import { formatMicros, type Micros, MS_US } from '#/lib/core/micros.ts';

/** An alarm about to be written. */
export type NewAlarm = {
  id: string;
  workspaceId: string;
  createdBy: string;
  createdUs: Micros;
  dueUs: Micros;
  deadlineUs: Micros | null;
  maxAttempts: number;
  name: string | null;
  externalId: string | null;
  url: string | null;
  payload: string | null;
  settings: AlarmSettings;
  /** Set when it is over before it begins: due in the past, and not to fire late. */
  end: Misfired | null;
};

/** What an alarm is planned with: the database's time, and the operator's settings. */
export type AlarmPlanning = { nowUs: Micros; allowed: AllowList; retry: RetryPolicy };
type Owner = { id: string; workspaceId: string; createdBy: string };

const LARGEST_PAYLOAD = 64 * 1024;
const LONGEST_HORIZON_US = 10 * 366 * 86_400_000 * MS_US;

/**
 * The alarm that an input asks for, by the given instant.
 * @throws AppError 400 `input_invalid` with a pointer to each field that does not fit, `due_in_past`, `due_too_far`
 */
export function planAlarm(input: CreateAlarmInput, owner: Owner, planning: AlarmPlanning): NewAlarm {
  const problems = [...whenProblems(input), ...targetProblems(input, planning.allowed)];
  const payload = payloadText(input.payload, problems);
  if (problems.length > 0) throw refused(problems);
  const asked = dueOf(input, planning.nowUs);
  const dueUs = asked + spreadOf(input, owner.id);
  const isPast = asked <= planning.nowUs;
  refuseWrongTime(input, asked, planning.nowUs);
  const deadlineUs = input.deadline ?? null;
  if (deadlineUs !== null && deadlineUs < dueUs) {
    throw refused([{ pointer: '/deadline', detail: 'must not lie before the due time, spread included' }]);
  }
  return {
    ...owner,
    createdUs: planning.nowUs,
    dueUs,
    deadlineUs,
    maxAttempts: triesOf(input.retry ?? planning.retry),
    name: input.name ?? null,
    externalId: input.external_id ?? null,
    url: input.output_mode === 'event' ? null : (input.url ?? null),
    payload,
    settings: settingsOf(input),
    end: isPast && input.misfire && input.misfire !== 'fire' ? endOfMisfire(input.misfire) : null,
  };
}

/** The new due time that a move asks for. @throws AppError 400 as `planAlarm` */
export function planMove(input: MoveAlarmInput, nowUs: Micros): Micros {
  const problems = whenProblems(input);
  if (problems.length > 0) throw refused(problems);
  const dueUs = dueOf(input, nowUs);
  refuseWrongTime(input, dueUs, nowUs);
  return dueUs;
}

function refused(fields: FieldProblem[]): AppError {
  const first = fields[0] as FieldProblem;
  return new AppError('input_invalid', {
    status: 400,
    detail: `${first.pointer || 'The body'}: ${first.detail}`,
    fields,
  });
}

// ---------------------------------------------------------------- when

type When = MoveAlarmInput & { misfire?: CreateAlarmInput['misfire'] };

/** Names of the ways to say when that an input uses; exactly one must be. */
function waysOf(input: When): (keyof MoveAlarmInput)[] {
  const ways = (['fire_at', 'delay', 'delay_ms', 'start_date'] as const).filter((way) => input[way] !== undefined);
  const counted = (['hours', 'minutes', 'seconds'] as const).find((way) => input[way] !== undefined);
  return counted ? [...ways, counted] : ways;
}

function whenProblems(input: When): FieldProblem[] {
  const ways = waysOf(input);
  if (ways.length === 0) {
    const detail = 'say when: fire_at, delay, delay_ms, hours/minutes/seconds, or start_date';
    return [{ pointer: '', detail }];
  }
  if (ways.length > 1) {
    return ways.slice(1).map((way) => ({ pointer: `/${way}`, detail: `can’t stand beside ${ways[0]}; say when once` }));
  }
  if ((input.start_date === undefined) === (input.expiration_interval_ms === undefined)) return [];
  const missing = input.start_date === undefined ? 'start_date' : 'expiration_interval_ms';
  return [{ pointer: `/${missing}`, detail: 'is needed: start_date and expiration_interval_ms go together' }];
}

function dueOf(input: When, nowUs: Micros): Micros {
  if (input.fire_at !== undefined) return input.fire_at;
  if (input.start_date !== undefined) return input.start_date + (input.expiration_interval_ms ?? 0) * MS_US;
  return nowUs + (input.delay ?? input.delay_ms ?? partsMs(input)) * MS_US;
}

/** A herd is parted the same way each time: by its external id, else by its own. */
function spreadOf(input: CreateAlarmInput, id: string): number {
  return input.spread ? spreadUs(input.external_id ?? id, input.spread) : 0;
}

/** How far an alarm is moved: the same for the same name, evenly over `spreadMs`. Microseconds. */
export function spreadUs(name: string, spreadMs: number): number {
  const hash = createHash('sha256').update(name).digest().readUIntBE(0, 6);
  return Math.floor((hash / 2 ** 48) * spreadMs * MS_US);
}

function refuseWrongTime(input: When, dueUs: Micros, nowUs: Micros): void {
  const pointer = `/${waysOf(input)[0]}`;
  if (dueUs <= nowUs && !input.misfire) {
    throw new AppError('due_in_past', {
      status: 400,
      detail: `The due time, ${formatMicros(dueUs)}, is not after the server's time, ${formatMicros(nowUs)}. Send a later one, or say with misfire what to do.`,
      fields: [{ pointer, detail: 'must lie in the future, or misfire must say what to do' }],
    });
  }
  if (dueUs - nowUs > LONGEST_HORIZON_US) {
    throw new AppError('due_too_far', {
      status: 400,
      detail: 'The due time is more than ten years away.',
      fields: [{ pointer, detail: 'must lie within ten years' }],
    });
  }
}

// ---------------------------------------------------------------- what

function targetProblems(input: CreateAlarmInput, allowed: AllowList): FieldProblem[] {
  if (input.output_mode === 'event') {
    const strangers = (['url', 'method', 'headers', 'format', 'append_id'] as const).filter(
      (name) => input[name] !== undefined,
    );
    return strangers.map((name) => ({ pointer: `/${name}`, detail: 'has no meaning when output_mode is event' }));
  }
  if (input.url === undefined) return [{ pointer: '/url', detail: 'is needed, unless output_mode is event' }];
  const problem = urlProblem(input.url, allowed);
  return [...(problem ? [{ pointer: '/url', detail: problem }] : []), ...headerProblems(input.headers)];
}

function headerProblems(headers: Record<string, string> = {}): FieldProblem[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const detail = headerProblem(name, value);
    return detail ? [{ pointer: `/headers/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, detail }] : [];
  });
}

/** JSON text of a payload, or null without one. Adds to `problems` what is too large or too deep. */
function payloadText(payload: unknown, problems: FieldProblem[]): string | null {
  if (payload === undefined) return null;
  try {
    const text = JSON.stringify(payload);
    if (Buffer.byteLength(text) > LARGEST_PAYLOAD) problems.push(payloadProblem('must be at most 64 KB of JSON'));
    return text;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    problems.push(payloadProblem('is nested too deeply'));
    return null;
  }
}

function payloadProblem(detail: string): FieldProblem {
  return { pointer: '/payload', detail };
}

/** Only what differs from the defaults, so that most rows have none. */
function settingsOf(input: CreateAlarmInput): AlarmSettings {
  const settings: AlarmSettings = {};
  if (input.output_mode === 'event') settings.output_mode = 'event';
  if (input.method && input.method !== 'POST') settings.method = input.method;
  if (input.headers && Object.keys(input.headers).length > 0) settings.headers = input.headers;
  if (input.format && input.format !== 'raw') settings.format = input.format;
  if (input.retry) settings.retry = input.retry;
  if (input.misfire) settings.misfire = input.misfire;
  if (input.append_id) settings.append_id = true;
  if (input.applicant_service) settings.applicant_service = input.applicant_service;
  if (input.spread) settings.spread_ms = input.spread;
  return settings;
}
