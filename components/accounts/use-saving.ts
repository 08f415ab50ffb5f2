'use client';

import { useRef, useState } from 'react';
import type { FormOutcome, FormRefusal } from '#/lib/accounts/form-outcome.ts';

/** Where settings stand that are saved as they are changed. */
type Saving<T, C> = {
  /** As they are, with what was chosen here and is not refused. */
  shown: T;
  save: (change: C) => void;
  /** "Saving…", "Saved" or nothing. */
  words: string;
  message: string | null;
  errorOf: (field: string) => string | undefined;
};

/** Saves changes as they come. The words are those of the last one; a refusal stays until something is saved. */
export function useSaving<T extends object, C extends object>(
  known: T,
  action: (change: C) => Promise<FormOutcome>,
): Saving<T, C> {
  const [chosen, setChosen] = useState<object>({});
  const [words, setWords] = useState('');
  const [refusal, setRefusal] = useState<FormRefusal | null>(null);
  const count = useRef(0);

  async function save(change: C): Promise<void> {
    count.current += 1;
    const own = count.current;
    setChosen((before) => ({ ...before, ...change }));
    setWords('Saving…');
    const outcome = await action(change);
    if (!outcome.ok) setChosen((before) => without(before, change));
    if (own !== count.current) return;
    setRefusal(outcome.ok ? null : outcome);
    setWords(outcome.ok ? 'Saved' : '');
  }

  return {
    shown: { ...known, ...chosen },
    save: (change) => void save(change),
    words,
    message: refusal?.message ?? null,
    errorOf: (field) => refusal?.fields[field],
  };
}

function without(settings: object, change: object): object {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !(name in change)));
}
