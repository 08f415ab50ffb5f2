import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { FieldError } from '#/components/ui/form/text-field.tsx';

type Props = Omit<ComponentProps<'select'>, 'size'> & {
  label: string;
  error?: string | null | undefined;
  hint?: ReactNode;
  size?: 'md' | 'lg';
};

/** A labeled select, styled like the text field. */
export function SelectField({ label, error, hint, size = 'md', children, ...select }: Props) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <select
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
        className={classNames(
          'w-full rounded-md border pointer-coarse:h-11 border-line-control bg-surface px-2 text-text max-md:text-lg focus-visible:outline-offset-[-1px]',
          size === 'lg' ? 'h-10' : 'h-8 max-md:h-10',
          error && 'border-danger',
        )}
        {...select}
      >
        {children}
      </select>
      {hint && (
        <p id={hintId} className="text-xs text-text-3">
          {hint}
        </p>
      )}
      <FieldError id={errorId} error={error} />
    </div>
  );
}
