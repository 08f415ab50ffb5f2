import type { AlarmsListener } from '#/lib/feed/hub/feed-hub.ts';
import { onceASecond } from '#/lib/feed/subscription/once-a-second.ts';

/**
 * Calls `onUpdate` for changes of the workspace's alarms: at once, then once a second at most, and always for the last.
 */
export function alarmUpdates(
  workspaceId: string,
  onUpdate: () => void,
): { listener: AlarmsListener; stop: () => void } {
  const { onChange, stop } = onceASecond(onUpdate);
  return { listener: { workspaceId, onChange }, stop };
}
