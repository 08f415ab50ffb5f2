import { useEffect, useRef } from 'react';
import { type ComposerOption, optionKey } from '#/components/composer/composer-options.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon, type IconName } from '#/components/ui/icon.tsx';
import { Kbd } from '#/components/ui/kbd.tsx';

const ICONS = { ticket: 'lines', new_ticket: 'plus', free: 'plus', again: 'retry' } as const;

type ComposerListProps = {
  id: string;
  options: ComposerOption[];
  /** Typed tags; each option includes them. */
  tags?: string[];
  active: number | null;
  onChoose: (option: ComposerOption) => void;
};

/** Options for the typed text, chosen with arrows or pointer. The focus stays in the field. */
export function ComposerList({ id, options, tags = [], active, onChoose }: ComposerListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Suggestions"
      tabIndex={-1}
      className="max-h-[min(360px,60dvh)] overflow-y-auto p-1"
    >
      {options.map((option, index) => (
        <OptionRow
          key={optionKey(option)}
          id={`${id}-${index}`}
          option={option}
          tags={tags}
          isActive={index === active}
          onChoose={() => onChoose(option)}
        />
      ))}
    </div>
  );
}

function iconOf(option: ComposerOption): IconName {
  return option.kind === 'ticket' && option.ticket.pinned_at ? 'pin' : ICONS[option.kind];
}

type OptionRowProps = {
  id: string;
  option: ComposerOption;
  tags: string[];
  isActive: boolean;
  onChoose: () => void;
};

function OptionRow({ id, option, tags, isActive, onChoose }: OptionRowProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the combobox, which keeps the focus
    <div
      ref={ref}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={classNames(
        'flex min-h-10 items-center gap-3 rounded-sm px-3 hover:bg-hover pointer-coarse:min-h-12',
        isActive && 'bg-hover',
      )}
    >
      <Icon name={iconOf(option)} className="text-text-3" />
      <OptionText option={option} />
      {tags.length > 0 && <span className="max-w-1/3 shrink-0 truncate text-text-3">{formatTags(tags)}</span>}
      {isActive && <Kbd className="max-md:hidden">↵</Kbd>}
      {!isActive && option.kind === 'free' && <Kbd className="max-md:hidden">⇧ ↵</Kbd>}
    </div>
  );
}

function formatTags(tags: string[]): string {
  return tags.map((tag) => `#${tag}`).join(' ');
}

function OptionText({ option }: { option: ComposerOption }) {
  switch (option.kind) {
    case 'ticket':
      return (
        <>
          <span className="w-20 shrink-0 truncate font-mono text-xs tracking-[-0.01em] text-text-2">
            {option.ticket.key}
          </span>
          <span className="grow truncate">{option.ticket.title}</span>
          {option.ticket.project && (
            <span className="truncate text-text-3 max-md:hidden">{option.ticket.project.name}</span>
          )}
        </>
      );
    case 'new_ticket':
      return (
        <span className="grow truncate">
          Create <span className="font-mono text-xs text-text-2">{option.key}</span>{' '}
          {option.title && `“${option.title}”`} and track it
        </span>
      );
    case 'again':
      return (
        <>
          <span className="grow truncate">{option.timer.title}</span>
          <span className="truncate text-text-3 max-md:hidden">
            {[option.timer.project?.name, formatTags(option.timer.tags)].filter(Boolean).join(' ')}
          </span>
        </>
      );
    case 'free':
      return <span className="grow truncate">Track “{option.title}” without a ticket</span>;
  }
}
