import type { OperationsJson, ServiceJson } from '#/lib/analytics/minutes/operations-schemas.ts';
import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';

/** The whole service with what is beside it in the response: its window, the reader's own workspace, the server's time. */
export type ServiceFigures = Omit<OperationsJson, 'service'> & ServiceJson;

/** Null for who does not look after the service. */
export function serviceFigures({ service, ...rest }: OperationsJson): ServiceFigures | null {
  return service && { ...rest, ...service };
}

const NOT_KNOWN = { due: null, fired: null, delivered: null, retried: null, dead: null, overdue: null };

/** What draws timers alone: a point for each minute where the response has them so, and at the end how it is now. */
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
