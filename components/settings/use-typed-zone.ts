'use client';

import { type KeyboardEvent, useMemo, useState } from 'react';
import type { TextFieldProps } from '#/components/ui/form/text-field.tsx';
import { findZones, zoneLabel } from '#/lib/client/time/zone-search.ts';
import { currentZoneName } from '#/lib/core/zone-names.ts';

const STEPS: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 };
const NO_MATCH = 'No time zone matches. Type a large city nearby.';
const NOT_CHOSEN = 'Choose a time zone from the list.';

/** The typed search for a time zone, and the zones it finds. */
export function useTypedZone(zones: readonly string[], zone: string, onChoose: (zone: string) => void) {
  /** Null while the chosen zone is shown. */
  const [text, setText] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const shown = useMemo(() => currentZoneName(zone), [zone]);
  const found = useMemo(() => (text === null ? [...zones] : findZones(zones, text)), [zones, text]);
  const options = isOpen ? found : [];

  const open = () => {
    if (isOpen) return;
    setOpen(true);
    setActive(Math.max(0, found.indexOf(text === null ? shown : '')));
  };
  const close = () => setOpen(false);
  const choose = (chosen: string) => {
    close();
    setText(null);
    if (chosen !== shown) onChoose(chosen);
  };
  const type = (next: string) => {
    setText(next);
    setActive(0);
    setOpen(true);
  };
  const leave = () => {
    close();
    if (text === null) return;
    if (text.trim() === '') setText(null);
    else if (found.length === 1 && found[0]) choose(found[0]);
    else if (found[0] && isNamed(found[0], text)) choose(found[0]);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const option = options[active];
    if (step && !event.altKey) {
      if (isOpen) setActive((active + step + options.length) % Math.max(1, options.length));
      else open();
    } else if (event.key === 'Enter' && option) choose(option);
    else if (event.key === 'Escape' && (isOpen || text !== null)) {
      close();
      setText(null);
    } else return;
    // It must neither submit the form nor close a dialog.
    event.preventDefault();
    event.stopPropagation();
  };

  const problem =
    text === null || text.trim() === '' ? null : found.length === 0 ? NO_MATCH : isOpen ? null : NOT_CHOSEN;
  const field: Partial<TextFieldProps> = {
    value: text ?? zoneLabel(shown),
    onChange: (event) => type(event.target.value),
    onFocus: (event) => event.target.select(),
    onClick: open,
    onBlur: leave,
    onKeyDown: handleKeyDown,
  };
  return { field, found: options, active: options.length > 0 ? active : null, problem, choose };
}

function isNamed(zone: string, text: string): boolean {
  return zoneLabel(zone).toLowerCase() === text.trim().toLowerCase();
}
