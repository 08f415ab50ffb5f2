import { SECOND_MS } from '#/lib/core/duration.ts';

type Instants = { wallAt: number; serverAt: number };

/** Drift of a device, and a line that was slow when the clocks were compared. */
const DOUBT_MS = 5 * SECOND_MS;

/**
 * How long ago something was pressed: by the clock of this device, which runs on while it sleeps or is shut, and by the
 * server's as this device knew it at both ends. A clock that was set in between moves one of them and not the other: null,
 * since no one knows then. Else the shorter of the two, so that nothing is before the action by more than the doubt.
 */
export function lateAge({ wallAt, serverAt }: Instants, now: { wall: number; server: number }): number | null {
  const byWall = now.wall - wallAt;
  const byServer = now.server - serverAt;
  if (Math.abs(byWall - byServer) > DOUBT_MS) return null;
  return Math.round(Math.max(0, Math.min(byWall, byServer)));
}
