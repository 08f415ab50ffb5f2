import type { MeJson } from '#/lib/accounts/me/me-schemas.ts';

export type HourCycle = 'h12' | 'h23';

/** The zone and clock in which a person reads times, and the hour at which their days begin. */
export type TimeStyle = { timeZone: string; hourCycle: HourCycle; dayStartHour: number };

/** A zone alone means a 24-hour clock, with days from midnight on. */
export type Reading = string | TimeStyle;

export function styleOf(reading: Reading): TimeStyle {
  return typeof reading === 'string' ? { timeZone: reading, hourCycle: 'h23', dayStartHour: 0 } : reading;
}

/** How this person reads times; `localCycle` until they have chosen a clock. */
export function timeStyleOf(user: MeJson['user'], localCycle: HourCycle): TimeStyle {
  return {
    timeZone: user.time_zone,
    hourCycle: user.hour_cycle ?? localCycle,
    dayStartHour: user.day_start_hour,
  };
}

/** The clock format of the language in an `Accept-Language` header (RFC 9110, 12.5.4): its first tag. */
export function hourCycleOf(acceptLanguage: string | null): HourCycle {
  const [tag = ''] = (acceptLanguage ?? '').split(/[,;]/);
  try {
    const { hourCycle } = new Intl.DateTimeFormat(tag.trim(), { hour: 'numeric' }).resolvedOptions();
    return hourCycle === 'h12' || hourCycle === 'h11' ? 'h12' : 'h23';
  } catch {
    // `*`, or no language at all.
    return 'h23';
  }
}
