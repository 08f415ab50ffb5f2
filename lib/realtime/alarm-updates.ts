import type { AlarmsListener } from '#/lib/realtime/feed-hub.ts';
import { onceASecond } from '#/lib/realtime/once-a-second.ts';

/** Calls `tell` for changes of the workspace's alarms: at once, then once a second at most, and always for the last. */
export function alarmUpdates(workspaceId: string, tell: () => void): { listener: AlarmsListener; stop: () => void } {
  const { onChange, stop } = onceASecond(tell);
  return { listener: { workspaceId, onChange }, stop };
}
