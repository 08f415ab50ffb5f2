'use client';

import { useEffect, useState } from 'react';
import { SelectField } from '#/components/ui/select-field.tsx';
import { deviceZone } from '#/lib/client/device-zone.ts';

type Props = {
  /** IANA names to choose from. */
  zones: string[];
  /** Left out, the browser's own zone is preset. */
  value?: string;
  error?: string;
  hint?: string;
  size?: 'md' | 'lg';
  onChange?: (zone: string) => void;
};

export function TimeZoneSelect({ zones, value, onChange, ...rest }: Props) {
  const [chosen, setZone] = useState('UTC');
  const zone = value ?? chosen;
  useEffect(() => setZone(deviceZone()), []);
  // Engines name some zones differently (Asia/Calcutta, Asia/Kolkata); both are right.
  const names = zones.includes(zone) ? zones : [zone, ...zones];
  return (
    <SelectField
      label="Time zone"
      name="time_zone"
      value={zone}
      onChange={(event) => {
        setZone(event.target.value);
        onChange?.(event.target.value);
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
