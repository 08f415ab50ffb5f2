/**
 * The canary is an alarm of the service's own: it goes through the whole engine, from its row to its result, and shows
 * up only in the metrics. It belongs to a workspace that does not exist, so no list, feed or webhook ever shows it.
 */
export const CANARY_WORKSPACE = '00000000-0000-0000-0000-000000000000';
export const CANARY_NAME = 'canary';

/** No nearer than this, so that no fired canary is made again; no farther, so that few wait. Milliseconds. */
const NEAREST_MS = 3_000;
const AHEAD_SLOTS = 2;
/** They are made every ten seconds, and a pass may be missed. */
const AHEAD_MS = 20_000;

/** The instants, whole multiples of `everyMs`, at which the next canaries are due. Pure. */
export function canarySlots(now: Date, everyMs: number): Date[] {
  const first = Math.ceil((now.getTime() + NEAREST_MS) / everyMs) * everyMs;
  const count = Math.max(AHEAD_SLOTS, Math.ceil(AHEAD_MS / everyMs));
  return Array.from({ length: count }, (_, index) => new Date(first + index * everyMs));
}

export function isCanary({ workspaceId }: { workspaceId: string }): boolean {
  return workspaceId === CANARY_WORKSPACE;
}
