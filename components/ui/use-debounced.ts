'use client';

import { useEffect, useRef, useState } from 'react';

/** The value once it has been unchanged for this long. Equal text counts as the same value. */
export function useDebounced<T>(value: T, waitMs: number): T {
  const text = JSON.stringify(value);
  const latest = useRef(value);
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    latest.current = value;
  });
  // Only the text: a value that is created on each render would never settle.
  useEffect(() => {
    const timeout = setTimeout(
      () => setSettled((last) => (JSON.stringify(last) === text ? last : latest.current)),
      waitMs,
    );
    return () => clearTimeout(timeout);
  }, [text, waitMs]);
  return settled;
}
