import { coalescedNotify, type NotifySender } from '#/lib/db/coalesced-notify.ts';

/** Channel that notifies web processes of workspaces whose alarms have changed: ids separated by commas, or `*`. */
export const ALARMS_CHANNEL = 'timer_service_alarms';
/** A NOTIFY carries 8,000 bytes at most. */
const MAX_IDS = 200;

const send = coalescedNotify<Set<string>>({
  channel: ALARMS_CHANNEL,
  coalesceMs: 200,
  join: (waiting, next) => {
    for (const id of next) waiting.add(id);
    return waiting;
  },
  write: (ids) => (ids.size > MAX_IDS ? '*' : [...ids].join(',')),
  otherwise: 'screens will poll',
});

/**
 * Notifies the screens of a workspace, soon, that alarms changed. A lost notification costs them their polling
 * interval.
 */
export function notifyAlarmChange(db: NotifySender, workspaceId: string): void {
  send(db, new Set([workspaceId]));
}
