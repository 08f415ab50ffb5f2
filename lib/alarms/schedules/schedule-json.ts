import { shownStatus } from '#/lib/alarms/alarms/alarm.ts';
import { bodyFields } from '#/lib/alarms/alarms/alarm-body.ts';
import { writerOf } from '#/lib/alarms/alarms/alarm-json.ts';
import { parseBrokerAddress } from '#/lib/alarms/alarms/broker-address.ts';
import { maskHeaders } from '#/lib/alarms/alarms/credential-headers.ts';
import { openHeaders } from '#/lib/alarms/alarms/sealed-headers.ts';
import { type LastRun, type Schedule, shownRuns, statusOf } from '#/lib/alarms/schedules/schedule.ts';
import type { ListedScheduleJson, ScheduleJson } from '#/lib/alarms/schedules/schedule-schemas.ts';
import type { Actor } from '#/lib/context/context.ts';

type ScheduleWithRun = { schedule: Schedule; lastRun: LastRun | null };

/** A schedule as the API shows it. Values of credentials are shown to their author, and masked for others. */
export function scheduleJson(
  { schedule, lastRun }: ScheduleWithRun,
  now: Date,
  reader: Pick<Actor, 'userId' | 'credential'>,
): ScheduleJson {
  return {
    ...listedScheduleJson({ schedule, lastRun }, now),
    headers: shownHeaders(schedule, reader),
    ...bodyFields(schedule),
  };
}

/** The headers of a schedule as this caller reads them. */
export function shownHeaders(
  { id, settings, headersBy }: Pick<Schedule, 'id' | 'settings' | 'headersBy'>,
  reader: Pick<Actor, 'userId' | 'credential'>,
): Record<string, string> {
  const opened = writerOf(reader) === headersBy ? openHeaders(settings, id) : null;
  return opened ?? maskHeaders(settings.headers ?? {});
}

/** A schedule as lists show it: without headers and payload, which may be large. */
export function listedScheduleJson({ schedule, lastRun }: ScheduleWithRun, now: Date): ListedScheduleJson {
  const { settings } = schedule;
  const address = parseBrokerAddress(schedule.url);
  return {
    ...scheduleFacts(schedule),
    url: address ? null : schedule.url,
    broker_id: address?.brokerId ?? null,
    target: address?.target ?? null,
    status: statusOf(schedule, now),
    next_runs: shownRuns(schedule, now).map((run) => run.toISOString()),
    last_run_at: schedule.lastRunAt?.toISOString() ?? null,
    last_run: lastRun && {
      alarm_id: lastRun.alarmId,
      run_at: lastRun.runAt.toISOString(),
      status: shownStatus(lastRun),
    },
    applicant_service: settings.applicant_service ?? null,
    output_mode: address ? 'event' : (settings.output_mode ?? 'webhook'),
    format: settings.format ?? 'raw',
    append_id: settings.append_id ?? false,
    callback_url: settings.callback?.url ?? null,
    retry: settings.retry ?? null,
    jitter_ms: settings.spread_ms ?? 0,
    created_by: schedule.createdBy,
    created_at: schedule.createdAt.toISOString(),
    updated_at: schedule.updatedAt.toISOString(),
    version: schedule.version,
  };
}

/** As events show it. */
export function scheduleFacts(schedule: Schedule) {
  return {
    id: schedule.id,
    name: schedule.name,
    cron: schedule.cron,
    time_zone: schedule.timeZone,
    repeat: schedule.repeat,
    start_at: schedule.startAt?.toISOString() ?? null,
    end_at: schedule.endAt?.toISOString() ?? null,
    catch_up: schedule.catchUp,
    url: schedule.url,
    method: schedule.settings.method ?? 'POST',
    paused_at: schedule.pausedAt?.toISOString() ?? null,
  };
}
