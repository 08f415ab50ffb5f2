'use client';

import { type ReactNode, useState } from 'react';
import { TextField } from '#/components/ui/text-field.tsx';

type Props<V> = {
  label: string;
  name: string;
  hint?: ReactNode;
  value: V;
  /** The value as people type it. */
  write: (value: V) => string;
  /** Null for what can't be read; `help` says how it can. */
  read: (text: string) => { value: V } | null;
  help: string;
  error: string | undefined;
  onChange: (value: V) => void;
  autoComplete?: string;
  type?: 'time' | 'date';
};

/** A value that is typed, and taken when its field is left or Enter is pressed. What is refused stays as it was typed. */
export function TypedField<V>(props: Props<V>) {
  const { label, name, hint, value, write, read, help, error, onChange, autoComplete = 'off', type } = props;
  const [text, setText] = useState<string | null>(null);
  const [isFocused, setFocused] = useState(false);
  const typed = text === null ? null : read(text);
  const isTaken = typed !== null && write(typed.value) === write(value);
  const isUnread = text !== null && typed === null && !isFocused;
  // Read from the field, since it may have been typed into before the page came to life.
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
      error={isUnread ? help : error}
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

/** Text as it is, without the white space around it. */
export const AS_TEXT = { write: (text: string) => text, read: (text: string) => ({ value: text.trim() }), help: '' };
