'use client';

import { type ReactNode, useState } from 'react';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { useDebounced } from '#/components/ui/use-debounced.ts';

type Props<V> = {
  label: string;
  name: string;
  hint?: ReactNode;
  value: V;
  /** The value as typed text. */
  write: (value: V) => string;
  /** Null for unreadable text; `help` explains the format. */
  read: (text: string) => { value: V } | null;
  help: string;
  /** The error of a readable value; undefined for a valid one. */
  check?: (value: V) => string | undefined;
  error: string | undefined;
  onChange: (value: V) => void;
  autoComplete?: string;
  type?: 'time' | 'date';
};

/** An error is shown after this pause in typing, not for half a word. */
const PAUSE_MS = 500;

/**
 * A text setting, saved when its field loses focus or Enter is pressed. Errors are shown while typing. A rejected value
 * stays as typed.
 */
export function TypedField<V>(props: Props<V>) {
  const { label, name, hint, value, write, read, help, check, error, onChange, autoComplete = 'off', type } = props;
  const [text, setText] = useState<string | null>(null);
  const [isFocused, setFocused] = useState(false);
  const paused = useDebounced(text, PAUSE_MS);
  const problemOf = (now: string) => {
    const found = read(now);
    return found ? check?.(found.value) : help;
  };
  const typed = text === null ? null : read(text);
  const isTaken = typed !== null && write(typed.value) === write(value);
  const isTyping = isFocused && text !== paused;
  const problem = text === null || isTyping ? undefined : problemOf(text);
  /** The server's error about the previous text. */
  const isOutdated = isFocused && text !== null && !isTaken;
  // Read from the field, since it may have been edited before the page hydrated.
  const take = (now: string) => {
    setText(now);
    const found = read(now);
    if (found && write(found.value) !== write(value)) onChange(found.value);
  };
  return (
    <TextField
      label={label}
      name={name}
      type={type}
      hint={hint}
      autoComplete={autoComplete}
      value={text === null || (isTaken && !isFocused) ? write(value) : text}
      error={problem ?? (isOutdated ? undefined : error)}
      onFocus={() => setFocused(true)}
      onChange={(event) => setText(event.target.value)}
      onBlur={(event) => {
        setFocused(false);
        take(event.target.value);
      }}
      onKeyDown={(event) => event.key === 'Enter' && take(event.currentTarget.value)}
    />
  );
}

/** Text without surrounding whitespace. */
export const AS_TEXT = { write: (text: string) => text, read: (text: string) => ({ value: text.trim() }), help: '' };
