'use client';

import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon } from '#/components/ui/icon.tsx';

export type TextFieldProps = Omit<ComponentProps<'input'>, 'size'> & {
  label: string;
  hint?: ReactNode;
  /** The error and advice. Announced at once and linked to the field. */
  error?: string | null | undefined;
  size?: 'md' | 'lg';
  /** If the position of the field explains it. It is announced all the same. */
  isLabelHidden?: boolean;
};

export function TextField({
  label,
  isLabelHidden = false,
  hint,
  error,
  size = 'md',
  id,
  className,
  ...rest
}: TextFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const hintId = `${fieldId}-hint`;
  const errorId = `${fieldId}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  return (
    <div className={classNames('grid gap-1', className)}>
      <label htmlFor={fieldId} className={isLabelHidden ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      <input
        {...rest}
        id={fieldId}
        aria-invalid={error ? true : rest['aria-invalid']}
        aria-describedby={describedBy || undefined}
        className={classNames(
          'w-full rounded-md border pointer-coarse:h-11 border-line-control bg-surface px-2.5 text-text max-md:text-lg disabled:border-line disabled:bg-sunken disabled:text-text-3',
          rest.readOnly && 'border-line bg-sunken text-text-2',
          'focus-visible:outline-offset-[-1px]',
          size === 'lg' ? 'h-10' : 'h-8 max-md:h-10',
          error && 'border-danger',
        )}
      />
      {hint && (
        <p id={hintId} className="text-xs text-text-3">
          {hint}
        </p>
      )}
      <FieldError id={errorId} error={error} />
    </div>
  );
}

export function FieldError({ id, error }: { id: string; error?: string | null | undefined }) {
  return (
    <p id={id} aria-live="polite" className="flex gap-1.5 text-xs text-danger empty:hidden">
      {error && <Icon name="warning" className="size-4" />}
      {error}
    </p>
  );
}
