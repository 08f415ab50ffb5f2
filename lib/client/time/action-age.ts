import { SECOND_MS } from '#/lib/core/duration.ts';

type Instants = { wallAt: number; serverAt: number };

/** Drift of a device, and a slow connection when the clocks were compared. */
const TOLERANCE_MS = 5 * SECOND_MS;

/**
 * How long ago an action was made: by the clock of this device, which keeps running while it sleeps or is off, and by
 * the server's clock as known at both ends. If a clock was set in between, only one of the two changes: null, because
 * the age is then unknown. Otherwise the shorter of the two, so that nothing is dated before the action by more than
 * the uncertainty.
 */
export function actionAge({ wallAt, serverAt }: Instants, now: { wall: number; server: number }): number | null {
  const byWall = now.wall - wallAt;
  const byServer = now.server - serverAt;
  if (Math.abs(byWall - byServer) > TOLERANCE_MS) return null;
  return Math.round(Math.max(0, Math.min(byWall, byServer)));
}
