import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon, type IconName } from '#/components/ui/icon.tsx';
import { Kbd } from '#/components/ui/kbd.tsx';

export const buttonClass = cva(
  'relative inline-flex items-center justify-center gap-2 rounded-md border font-medium whitespace-nowrap transition-colors select-none pointer-coarse:min-h-11 disabled:border-line disabled:bg-sunken disabled:text-text-3',
  {
    variants: {
      variant: {
        outline: 'border-line-control bg-surface text-text enabled:hover:bg-hover',
        soft: 'border-line bg-surface text-text enabled:hover:bg-hover',
        ink: 'border-ink bg-ink text-on-ink enabled:hover:border-text-2 enabled:hover:bg-text-2',
        go: 'border-accent bg-accent text-on-accent enabled:hover:border-accent-hover enabled:hover:bg-accent-hover',
        ghost:
          'border-transparent text-text-2 enabled:hover:bg-hover disabled:border-transparent disabled:bg-transparent',
        danger: 'border-current bg-surface text-danger enabled:hover:bg-danger-wash',
      },
      size: {
        xs: 'h-6 gap-1.5 px-2 text-xs',
        sm: 'h-7 px-2.5 text-sm',
        md: 'h-8 px-3 text-sm',
        lg: 'h-10 px-4 text-base',
        touch: 'h-12 px-4 text-[15px]',
      },
    },
    defaultVariants: { variant: 'outline', size: 'md' },
  },
);

export type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonClass> & {
    icon?: IconName;
    /** The key with the same action, shown as a hint: `W`, `↵`. */
    keyLabel?: string;
    /** While busy the width stays, the text names the action ("Stopping…"), and further clicks do nothing. */
    busy?: boolean;
    busyLabel?: string;
  };

export function Button({
  children,
  icon,
  keyLabel,
  busy = false,
  busyLabel,
  variant,
  size,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classNames(buttonClass({ variant, size }), className)}
    >
      {busy && busyLabel && <span className="absolute inset-0 grid place-items-center">{busyLabel}</span>}
      <span className={classNames('inline-flex items-center gap-[inherit]', busy && busyLabel && 'invisible')}>
        {icon && <Icon name={icon} />}
        {children}
        {keyLabel && <ButtonKey variant={variant}>{keyLabel}</ButtonKey>}
      </span>
    </button>
  );
}

function ButtonKey({ variant, children }: { variant: ButtonProps['variant']; children: string }) {
  const isFilled = variant === 'ink' || variant === 'go';
  return (
    <Kbd
      className={classNames(
        '-mr-1 max-md:hidden pointer-coarse:hidden',
        isFilled && 'border-current/40 bg-transparent text-inherit',
      )}
    >
      {children}
    </Kbd>
  );
}
