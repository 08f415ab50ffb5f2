'use client';

import { type KeyboardEvent, useId, useState } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { FieldError } from '#/components/ui/form/text-field.tsx';
import { useIsOffline } from '#/lib/client/live/use-live.tsx';

const WHILE_OFFLINE = 'You’re offline. Save it once you’re back.';
const BACK_ONLINE = 'Not saved yet. Press Enter to save it.';

type Props = {
  label: string;
  /** Null for no limit. */
  value: number | null;
  min: number;
  max: number;
  /** Only whole numbers. */
  isWhole?: boolean;
  onSave: (value: number | null) => void;
};

/**
 * A limit edited in place: Enter or leaving it saves, Esc discards typed text. Offline it stays as typed, and shows
 * that it is not saved.
 */
export function LimitField({ label, value, min, max, isWhole = false, onSave }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isUnsent, setUnsent] = useState(false);
  const isOffline = useIsOffline();
  const id = useId();
  const read = typed === null ? value : readLimit(typed);
  const isWrong = read !== null && !(read >= min && read <= max && (!isWhole || Number.isInteger(read)));
  const type = (text: string | null) => {
    setTyped(text);
    setUnsent(false);
  };
  const save = () => {
    if (typed === null || isWrong) return;
    if (read !== value && isOffline) return setUnsent(true);
    type(null);
    if (read !== value) onSave(read);
  };
  const unsent = isUnsent ? (isOffline ? WHILE_OFFLINE : BACK_ONLINE) : null;
  const error = isWrong ? rangeError(min, max, isWhole) : unsent;
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') save();
    else if (event.key === 'Escape' && typed !== null) type(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span className="block w-[88px]">
      <input
        aria-label={label}
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : id}
        inputMode={isWhole ? 'numeric' : 'decimal'}
        autoComplete="off"
        placeholder="No limit"
        value={typed ?? value ?? ''}
        onChange={(event) => type(event.target.value)}
        onKeyDown={handleKey}
        onBlur={save}
        className={classNames(
          'h-8 w-full rounded-md border border-line bg-surface px-2 hover:border-line-control focus-visible:outline-offset-[-1px] max-md:h-10 max-md:text-lg pointer-coarse:h-11',
          error !== null && 'border-danger',
        )}
      />
      <FieldError id={id} error={error} />
    </span>
  );
}

function rangeError(min: number, max: number, isWhole: boolean): string {
  return `Enter a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}, or leave it empty for no limit.`;
}

/** Empty is no limit; text that is no number is invalid for every limit. */
function readLimit(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  return text === '' ? null : Number(text);
}
