'use client';

import { useId } from 'react';

type SegmentedProps<T extends string> = {
  label: string;
  options: readonly (readonly [value: T, words: string])[];
  value: T;
  onChange: (value: T) => void;
};

/** One of a few, side by side: radio buttons that look like one control. */
export function Segmented<T extends string>({ label, options, value, onChange }: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset className="inline-flex h-8 w-fit gap-0.5 rounded-md border border-line bg-sunken p-0.5 max-md:h-10 pointer-coarse:h-[50px]">
      <legend className="sr-only">{label}</legend>
      {options.map(([option, words]) => (
        <label
          key={option}
          className="relative flex cursor-pointer items-center rounded-sm px-2.5 font-medium text-text-2 has-checked:bg-surface has-checked:text-text has-checked:shadow-raised has-checked:ring-1 has-checked:ring-line has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            onChange={() => onChange(option)}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
