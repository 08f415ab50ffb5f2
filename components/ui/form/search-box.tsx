import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon } from '#/components/ui/icon.tsx';

type Props = Omit<ComponentProps<'input'>, 'type' | 'className' | 'children'> & {
  boxClassName?: string;
  /** Content after the text, such as a key; `peer-focus` applies while typing. */
  children?: ReactNode;
};

/** The style of every search field. */
export function SearchBox({ boxClassName, children, ...input }: Props) {
  return (
    <label
      className={classNames(
        'flex h-8 items-center gap-2 rounded-md border border-line-control bg-surface px-2.5 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent pointer-coarse:h-11',
        boxClassName,
      )}
    >
      <Icon name="search" className="text-text-3" />
      <input
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        {...input}
        type="search"
        className="peer min-w-0 grow bg-transparent outline-none max-md:text-lg [&::-webkit-search-cancel-button]:hidden"
      />
      {children}
    </label>
  );
}
