'use client';

import { useState } from 'react';
import { formatEntryError } from '#/components/entries/format-entry.ts';
import { useTimeStyle } from '#/lib/client/live/use-live.tsx';

/** Submits a form about an entry. An error is shown in the form, and nothing typed is lost. */
export function useEntryForm(onClose: () => void) {
  const style = useTimeStyle();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const send = async (save: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    setError(null);
    try {
      await save();
      onClose();
    } catch (error) {
      setProblem(formatEntryError(error, style));
      setError(error);
      setBusy(false);
    }
  };
  return { isBusy, problem, error, setProblem, clearError: () => setError(null), send };
}
