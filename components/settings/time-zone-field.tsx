'use client';

import { useEffect, useId, useState } from 'react';
import { TimeZoneList } from '#/components/settings/time-zone-list.tsx';
import { useTypedZone } from '#/components/settings/use-typed-zone.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { deviceZone } from '#/lib/client/time/device-zone.ts';
import { currentZoneName } from '#/lib/core/zone-names.ts';

type Props = {
  /** IANA names to choose from. */
  zones: string[];
  /** By default, the browser's own zone. */
  value?: string;
  error?: string | undefined;
  hint?: string;
  size?: 'md' | 'lg';
  onChange?: (zone: string) => void;
};

/** A time zone, found by typing: a city, a region, or a former name. In a form its field is `time_zone`. */
export function TimeZoneField({ zones, value, error, hint, size = 'md', onChange }: Props) {
  const [preset, setPreset] = useState('UTC');
  const zone = value ?? preset;
  useEffect(() => setPreset(currentZoneName(deviceZone())), []);
  const listId = useId();
  const typed = useTypedZone(zones, zone, (chosen) => {
    setPreset(chosen);
    onChange?.(chosen);
  });
  const isOpen = typed.found.length > 0;
  return (
    <div className="relative">
      <TextField
        {...typed.field}
        label="Time zone"
        {...(hint && { hint })}
        size={size}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={typed.active === null ? undefined : `${listId}-${typed.active}`}
        autoComplete="off"
        spellCheck={false}
        error={typed.problem ?? error ?? null}
      />
      <input type="hidden" name="time_zone" value={zone} />
      {isOpen && (
        <TimeZoneList
          id={listId}
          zones={typed.found}
          active={typed.active}
          onChoose={typed.choose}
          className={classNames('absolute right-0 left-0 z-20', size === 'lg' ? 'top-17' : 'top-15 max-md:top-17')}
        />
      )}
    </div>
  );
}
