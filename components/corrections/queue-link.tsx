import type { MouseEvent, ReactNode } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon, type IconName } from '#/components/ui/icon.tsx';
import { correctionsHref, type Find } from '#/lib/client/corrections/correction-view.ts';

type Props = {
  timerId: string;
  find?: Find | null;
  icon: IconName;
  isWarning?: boolean;
  title: string;
  figure: ReactNode;
  lines: readonly string[];
  isOpen: boolean;
  onOpen: (id: string) => void;
  /** Clicked with Shift, if several can be selected. */
  onReach?: (id: string) => void;
};

/** A line of the queue: whose time, how much, when, and why. */
export function QueueLink({
  timerId,
  find = null,
  icon,
  isWarning = false,
  title,
  figure,
  lines,
  isOpen,
  onOpen,
  onReach,
}: Props) {
  const handleClick = (event: MouseEvent) => {
    const isElsewhere = event.metaKey || event.ctrlKey || (event.shiftKey && !onReach) || event.button !== 0;
    if (isElsewhere) return;
    event.preventDefault();
    if (event.shiftKey) onReach?.(timerId);
    else onOpen(timerId);
  };
  return (
    <a
      data-queue={timerId}
      href={correctionsHref(find, timerId)}
      aria-current={isOpen ? 'true' : undefined}
      onClick={handleClick}
      className={classNames(
        'grid grid-cols-[16px_minmax(0,1fr)] gap-x-2.5 border-t border-line px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2 md:px-8 xl:pr-4',
        isOpen && 'bg-hover',
      )}
    >
      <Icon name={icon} className={classNames('mt-0.5', isWarning ? 'text-warn' : 'text-text-2')} />
      <span className="min-w-0">
        <span className="flex justify-between gap-3">
          <b className="truncate font-medium">{title}</b>
          <span className="whitespace-nowrap">{figure}</span>
        </span>
        {lines.map((line) => (
          <span key={line} className="block truncate text-xs text-text-3">
            {line}
          </span>
        ))}
      </span>
    </a>
  );
}
