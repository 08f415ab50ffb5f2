'use client';

import { useEffect, useState } from 'react';
import { SelectField } from '#/components/ui/select-field.tsx';

type Props = {
  /** IANA names to choose from. */
  zones: string[];
  /** Left out, the browser's own zone is preset. */
  value?: string;
  error?: string;
  hint?: string;
  size?: 'md' | 'lg';
  onChange?: () => void;
};

export function TimeZoneSelect({ zones, value, onChange, ...rest }: Props) {
  const [zone, setZone] = useState(value ?? 'UTC');
  useEffect(() => {
    if (!value) setZone(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  }, [value]);
  // Engines name some zones differently (Asia/Calcutta, Asia/Kolkata); both are right.
  const names = zones.includes(zone) ? zones : [zone, ...zones];
  return (
    <SelectField
      label="Time zone"
      name="time_zone"
      value={zone}
      onChange={(event) => {
        setZone(event.target.value);
        onChange?.();
      }}
      {...rest}
    >
      {names.map((name) => (
        <option key={name} value={name}>
          {name.replaceAll('_', ' ')}
        </option>
      ))}
    </SelectField>
  );
}
