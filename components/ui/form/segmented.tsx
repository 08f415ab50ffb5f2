'use client';

import { type MouseEvent, useId } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon, type IconName } from '#/components/ui/icon.tsx';

type SegmentedProps<T extends string> = {
  label: string;
  /** An icon is dropped without room for it. */
  options: readonly (readonly [value: T, label: string, icon?: IconName])[];
  value: T;
  onChange: (value: T) => void;
  isDisabled?: boolean;
  onMouseDown?: (event: MouseEvent) => void;
  className?: string;
};

/** One of a few, side by side: radio buttons that look like one control. */
export function Segmented<T extends string>(props: SegmentedProps<T>) {
  const { label, options, value, onChange, isDisabled = false, onMouseDown, className } = props;
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      onMouseDown={onMouseDown}
      className={classNames(
        'inline-flex h-8 w-fit gap-0.5 rounded-md border border-line bg-sunken p-0.5 max-md:h-10 pointer-coarse:h-[50px]',
        className,
      )}
    >
      {options.map(([option, text, icon]) => (
        <label key={option} className="segment">
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            disabled={isDisabled}
            onChange={() => onChange(option)}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
          />
          {icon && <Icon name={icon} className="max-md:hidden" />}
          {text}
        </label>
      ))}
    </div>
  );
}
