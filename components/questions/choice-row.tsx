import type { Choice } from '#/components/questions/format-question.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon } from '#/components/ui/icon.tsx';
import { Kbd } from '#/components/ui/kbd.tsx';
import { formatDuration } from '#/lib/client/time/format-time.ts';

type ChoiceRowProps = {
  choice: Choice;
  /** The likeliest has a frame. */
  isFirst: boolean;
  isBusy: boolean;
  /** Can't be pressed at the moment, but keeps the focus. */
  isHeld: boolean;
  onChoose: () => void;
};

/** One answer: its effect, and how much is left of the timer. */
export function ChoiceRow({ choice, isFirst, isBusy, isHeld, onChoose }: ChoiceRowProps) {
  return (
    <button
      type="button"
      aria-disabled={isHeld}
      aria-keyshortcuts={choice.key}
      onClick={onChoose}
      className={classNames(
        'grid min-h-12 grid-cols-[16px_minmax(0,1fr)_auto_auto] items-center gap-3 rounded-md border px-3 py-1.5 text-left transition-colors not-aria-disabled:hover:bg-hover md:min-h-14 md:px-4',
        isFirst ? 'border-text inset-ring inset-ring-text' : 'border-line',
      )}
    >
      <Icon name={choice.icon} />
      <span>
        <b className="font-semibold">{isBusy ? 'Saving…' : choice.title}</b>
        <span className="block text-xs text-text-3">{choice.about}</span>
      </span>
      <span className="text-right font-semibold">{choice.leftMs !== null && formatDuration(choice.leftMs)}</span>
      <Kbd className="max-md:hidden pointer-coarse:hidden">{choice.key}</Kbd>
    </button>
  );
}
