import { SiblingPages } from '#/components/layout/sibling-pages.tsx';
import { ALARMS_PATH, RECEIVERS_PATH, SCHEDULES_PATH } from '#/lib/client/alarms/alarm-view.ts';

const PAGES = [
  ['alarms', 'Alarms', ALARMS_PATH],
  ['schedules', 'Schedules', SCHEDULES_PATH],
  ['receivers', 'Receivers', RECEIVERS_PATH],
] as const;

type Props = { here: (typeof PAGES)[number][0]; className?: string };

/** Alarms, the schedules that create them, and the receivers they call. */
export function AlarmPageLinks({ here, className }: Props) {
  return (
    <SiblingPages
      label="Alarms, schedules, and receivers"
      pages={PAGES}
      here={here}
      {...(className && { className })}
    />
  );
}
