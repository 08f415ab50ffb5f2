import type { MouseEvent } from 'react';
import { Segmented } from '#/components/ui/form/segmented.tsx';
import type { TimerType } from '#/lib/client/timers/type-choice.ts';

const TYPES = [
  ['manual', 'Manual', 'spans'],
  ['pomodoro', 'Pomodoro', 'pomodoro'],
  ['countdown', 'Countdown', 'countdown'],
  ['interval', 'Interval', 'interval'],
] as const;

type TimerTypeProps = {
  value: TimerType;
  isDisabled: boolean;
  onChange: (type: TimerType) => void;
  onMouseDown: (event: MouseEvent) => void;
};

/** The type of timer to start. On a narrow page it has a separate line, each type wide enough for a thumb. */
export function TimerTypeChoice(props: TimerTypeProps) {
  return (
    <Segmented
      {...props}
      label="Timer type"
      options={TYPES}
      className="max-lg:order-last max-lg:mb-2 max-lg:-ml-2 max-lg:grid max-lg:h-[50px] max-lg:w-[calc(100%+8px)] max-lg:grid-cols-4"
    />
  );
}
