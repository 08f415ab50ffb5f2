'use client';

import { useId } from 'react';
import { classNames } from '#/components/ui/class-names.ts';

/** A checkbox, styled as a switch. */
export const switchClass =
  'relative h-4 w-7 shrink-0 cursor-pointer appearance-none rounded-full border border-line-control bg-surface transition-colors after:absolute after:top-0.5 after:left-0.5 after:size-2.5 after:rounded-full after:bg-text-3 after:transition-transform checked:border-ink checked:bg-ink checked:after:translate-x-3 checked:after:bg-on-ink forced-colors:appearance-auto pointer-coarse:before:absolute pointer-coarse:before:-inset-[15px]';

type SwitchProps = { label: string; hint?: string; isOn: boolean; onChange: (isOn: boolean) => void };

/** On or off, at once. */
export function Switch({ label, hint, isOn, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3">
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        aria-describedby={hint && `${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
        className={classNames('mt-0.5', switchClass)}
      />
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="col-start-2 text-xs text-text-3">
          {hint}
        </p>
      )}
    </div>
  );
}
