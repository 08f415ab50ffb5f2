import type { AlarmPlanning } from '#/lib/alarms/registration/plan-alarm.ts';
import { type AlarmEnv, readAlarmSettings } from '#/lib/core/env.ts';
import { parseAllowList } from '#/lib/url-guard/url-guard.ts';

/** The operator's settings of alarms, ready for use. */
export type AlarmSettingsOfProcess = Pick<AlarmPlanning, 'allowed' | 'retry'> & { env: AlarmEnv };

let cached: AlarmSettingsOfProcess | undefined;

/** This process's settings of alarms, read once. */
export function alarmSettings(): AlarmSettingsOfProcess {
  cached ??= settingsFrom(readAlarmSettings());
  return cached;
}

export function settingsFrom(env: AlarmEnv): AlarmSettingsOfProcess {
  return {
    env,
    allowed: parseAllowList(env.ALARM_ALLOWED_CIDRS),
    retry: { delays_ms: env.ALARM_RETRY_SCHEDULE },
  };
}
