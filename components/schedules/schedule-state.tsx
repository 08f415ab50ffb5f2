import { SCHEDULE_STATE_ICONS, SCHEDULE_STATE_LABELS } from '#/components/schedules/format-schedule.ts';
import { StateLabel } from '#/components/ui/state-label.tsx';
import type { ListedScheduleJson } from '#/lib/alarms/schedules/schedule-schemas.ts';

/** Whether a schedule creates runs, as a shape and a word. */
export function ScheduleState({ status }: Pick<ListedScheduleJson, 'status'>) {
  return (
    <StateLabel icon={SCHEDULE_STATE_ICONS[status]} tone={status === 'paused' ? 'warn' : 'plain'}>
      {SCHEDULE_STATE_LABELS[status]}
    </StateLabel>
  );
}
