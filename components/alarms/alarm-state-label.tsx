import { ALARM_STATE_LABELS, STATE_ICONS, STATE_TONES } from '#/components/alarms/format-alarm.ts';
import { StateLabel } from '#/components/ui/state-label.tsx';
import type { AlarmState } from '#/lib/client/alarms/alarm-state.ts';

/** The state as a shape and a word. */
export function AlarmStateLabel({ state }: { state: AlarmState }) {
  return (
    <StateLabel icon={STATE_ICONS[state]} tone={STATE_TONES[state]}>
      {ALARM_STATE_LABELS[state]}
    </StateLabel>
  );
}
