'use client';

import { useRef, useState } from 'react';
import type { FormError, FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { inOrder } from '#/lib/client/http/in-order.ts';

/** The location of settings that are saved as they are changed. */
type Saving<T, C> = {
  /** The current settings, with choices made here that are not rejected. */
  shown: T;
  save: (change: C) => void;
  /** "Saving…", "Saved" or empty. */
  text: string;
  message: string | null;
  errorOf: (field: string) => string | undefined;
};

/** Saves changes as they are made. The status is that of the last one; an error stays until something is saved. */
export function useSaving<T extends object, C extends object>(
  known: T,
  action: (change: C) => Promise<FormOutcome>,
): Saving<T, C> {
  const [chosen, setChosen] = useState<object>({});
  const [text, setText] = useState('');
  const [rejection, setRejection] = useState<FormError | null>(null);
  const saved = useRef<object>({});
  const count = useRef(0);
  // The response of an action includes the re-rendered page and may arrive after the next one's; an error rolls back to
  // the last change that was saved before it.
  const [ordered] = useState(inOrder);

  async function save(change: C): Promise<void> {
    count.current += 1;
    const own = count.current;
    setChosen((before) => ({ ...before, ...change }));
    setText('Saving…');
    const outcome = await ordered(action(change));
    if (outcome.ok) saved.current = { ...saved.current, ...change };
    else setChosen((before) => rolledBack(before, change, saved.current));
    if (own !== count.current) return;
    setRejection(outcome.ok ? null : outcome);
    setText(outcome.ok ? 'Saved' : '');
  }

  return {
    shown: { ...known, ...chosen },
    save: (change) => void save(change),
    text,
    message: rejection?.message ?? null,
    errorOf: (field) => rejection?.fields[field],
  };
}

/** A rejected value returns to the last one saved here, else to the known one. */
function rolledBack(chosen: object, rejected: object, saved: object): object {
  const savable = Object.entries(chosen).filter(([name]) => !(name in rejected));
  const savedBefore = Object.entries(saved).filter(([name]) => name in rejected);
  return Object.fromEntries([...savable, ...savedBefore]);
}
