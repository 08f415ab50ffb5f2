'use client';

import { type KeyboardEvent, useId, useState } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { FieldError } from '#/components/ui/text-field.tsx';

type Props = {
  label: string;
  /** Null for no limit. */
  value: number | null;
  min: number;
  max: number;
  /** Whole numbers alone. */
  isWhole?: boolean;
  onSave: (value: number | null) => void;
};

/** A limit that is changed where it stands: Enter or leaving it saves, Esc undoes what was typed. */
export function LimitField({ label, value, min, max, isWhole = false, onSave }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const id = useId();
  const read = typed === null ? value : readLimit(typed);
  const isWrong = read !== null && !(read >= min && read <= max && (!isWhole || Number.isInteger(read)));
  const save = () => {
    if (typed === null || isWrong) return;
    setTyped(null);
    if (read !== value) onSave(read);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') save();
    else if (event.key === 'Escape' && typed !== null) setTyped(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span className="block w-[88px]">
      <input
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? id : undefined}
        inputMode={isWhole ? 'numeric' : 'decimal'}
        autoComplete="off"
        placeholder="No limit"
        value={typed ?? value ?? ''}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={handleKey}
        onBlur={save}
        className={classNames(
          'h-8 w-full rounded-md border border-line bg-surface px-2 hover:border-line-control focus-visible:outline-offset-[-1px] max-md:h-10 max-md:text-lg pointer-coarse:h-11',
          isWrong && 'border-danger',
        )}
      />
      <FieldError
        id={id}
        error={
          isWrong
            ? `Enter a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}, or leave it empty for no limit.`
            : null
        }
      />
    </span>
  );
}

/** Nothing is no limit; what is no number is one that no limit allows. */
function readLimit(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  return text === '' ? null : Number(text);
}
