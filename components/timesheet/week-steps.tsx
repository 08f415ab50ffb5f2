import { Button } from '#/components/ui/button.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { IconButton } from '#/components/ui/icon-button.tsx';

type WeekStepsProps = { isThisWeek: boolean; onStep: (weeks: number) => void; onThisWeek: () => void };

/** To the week before, the one after, and back to this one. */
export function WeekSteps({ isThisWeek, onStep, onThisWeek }: WeekStepsProps) {
  return (
    <span className="flex items-center gap-1">
      <IconButton icon="back" label="Previous week" title="Previous week ([)" onClick={() => onStep(-1)} />
      <IconButton icon="chevronRight" label="Next week" title="Next week (])" onClick={() => onStep(1)} />
      <Button
        variant="soft"
        keyLabel="T"
        disabled={isThisWeek}
        // Where there is little room, what leads nowhere makes room for the week's name.
        className={classNames('ml-1 max-md:h-10', isThisWeek && 'md:max-lg:hidden')}
        onClick={onThisWeek}
      >
        This week
      </Button>
    </span>
  );
}
