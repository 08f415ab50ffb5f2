import type { ComponentProps } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon, type IconName } from '#/components/ui/icon.tsx';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & { icon: IconName; label: string };

/** 24 px on a fine pointer, 44 px on a touch screen. The label is its name and its tooltip. */
export function IconButton({ icon, label, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      className={classNames(
        'inline-grid size-6 shrink-0 place-items-center rounded-sm text-text-2 transition-colors enabled:hover:bg-hover disabled:text-text-3 pointer-coarse:size-11',
        className,
      )}
    >
      <Icon name={icon} />
    </button>
  );
}
