import type { ComponentProps } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon, type IconName } from '#/components/ui/icon.tsx';

type Props = Omit<ComponentProps<'select'>, 'size' | 'aria-label'> & { label: string; icon?: IconName };

/** A select in a bar that shows the choice; its label is its name and its tooltip. */
export function InlineSelect({ label, icon, className, children, ...select }: Props) {
  return (
    <span className={classNames('relative inline-flex max-w-full min-w-0 items-center', className)}>
      {icon && <Icon name={icon} className="pointer-events-none absolute left-2.5" />}
      <select
        {...select}
        aria-label={label}
        title={label}
        className={classNames(
          'h-8 max-w-full min-w-0 appearance-none truncate rounded-md border border-line bg-surface pr-8 font-medium hover:bg-hover max-md:h-10 pointer-coarse:h-11 max-md:text-lg',
          icon ? 'pl-9' : 'pl-3',
        )}
      >
        {children}
      </select>
      <Icon name="chevronDown" className="pointer-events-none absolute right-2.5 text-text-2" />
    </span>
  );
}
