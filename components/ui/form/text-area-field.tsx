'use client';

import { type ComponentProps, useId } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { FieldError } from '#/components/ui/form/text-field.tsx';

type TextAreaFieldProps = ComponentProps<'textarea'> & {
  label: string;
  hint?: string;
  error?: string | null | undefined;
};

/** Several lines of code or data. */
export function TextAreaField({ label, hint, error, className, ...rest }: TextAreaFieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={classNames('grid gap-1', className)}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <textarea
        spellCheck={false}
        autoComplete="off"
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
        className={classNames(
          'w-full rounded-md border border-line-control bg-surface px-2.5 py-1.5 font-mono text-xs/[18px] text-text focus-visible:outline-offset-[-1px] max-md:text-lg',
          error && 'border-danger',
        )}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-text-3">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
