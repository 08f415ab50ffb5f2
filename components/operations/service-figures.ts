import type { OperationsJson, ServiceJson } from '#/lib/analytics/minutes/operations-schemas.ts';
import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';

/**
 * The whole service with the other parts of the response: its window, the reader's own workspace, the server's time.
 */
export type ServiceFigures = Omit<OperationsJson, 'service'> & ServiceJson;

/** Null for people who are not operators. */
export function serviceFigures({ service, ...rest }: OperationsJson): ServiceFigures | null {
  return service && { ...rest, ...service };
}

const NOT_KNOWN = { due: null, fired: null, delivered: null, retried: null, dead: null, overdue: null };

/** Only for the timers chart: a point for each minute if the response has them, and the current value at the end. */
export function timersUntilNow(data: ServiceFigures): ServiceFigures {
  const { timers_running, timers_paused } = data.now;
  const present = { ...NOT_KNOWN, at: data.server_time, minutes: 0, timers_running, timers_paused };
  const drawn = byMinute(data);
  return { ...drawn, points: [...drawn.points, present] };
}

function byMinute(data: ServiceFigures): ServiceFigures {
  const minutes = data.timers_by_minute;
  if (!minutes) return data;
  const from = Date.parse(minutes.from);
  const points = minutes.running.map((running, index) => ({
    ...NOT_KNOWN,
    at: new Date(from + index * MINUTE_MS).toISOString(),
    minutes: running === null ? 0 : 1,
    timers_running: running,
    timers_paused: minutes.paused[index] ?? null,
  }));
  return { ...data, points, step_seconds: MINUTE_MS / SECOND_MS };
}
