import { Button } from '#/components/ui/button.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { IconButton } from '#/components/ui/icon-button.tsx';

type WeekStepsProps = { isThisWeek: boolean; onStep: (weeks: number) => void; onThisWeek: () => void };

/** To the previous week, the next one, and back to this one. */
export function WeekSteps({ isThisWeek, onStep, onThisWeek }: WeekStepsProps) {
  return (
    <span className="flex items-center gap-1">
      <IconButton icon="back" label="Previous week" title="Previous week ([)" onClick={() => onStep(-1)} />
      <IconButton icon="chevronRight" label="Next week" title="Next week (])" onClick={() => onStep(1)} />
      <Button
        variant="soft"
        keyLabel="T"
        disabled={isThisWeek}
        // With little room, disabled buttons are dropped for the week's name.
        className={classNames('ml-1 max-md:h-10', isThisWeek && 'md:max-lg:hidden')}
        onClick={onThisWeek}
      >
        This week
      </Button>
    </span>
  );
}
