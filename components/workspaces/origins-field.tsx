'use client';

import { useState } from 'react';
import { readOrigins } from '#/components/settings/format-setting-value.ts';
import { TextAreaField } from '#/components/ui/form/text-area-field.tsx';
import { useDebounced } from '#/components/ui/use-debounced.ts';

type Props = {
  origins: string[];
  check: (origins: string[]) => string | undefined;
  error: string | undefined;
  onChange: (origins: string[]) => void;
};

/** An error is shown after this pause in typing, not for half an origin. */
const PAUSE_MS = 500;

/** Origins, one per line; saved when the field is left. Errors are shown while typing, and the text stays as typed. */
export function OriginsField({ origins, check, error, onChange }: Props) {
  const [text, setText] = useState<string | null>(null);
  const known = origins.join('\n');
  const [isFocused, setFocused] = useState(false);
  const paused = useDebounced(text, PAUSE_MS);
  const isTyping = isFocused && text !== paused;
  const problem = text === null || isTyping ? undefined : check(readOrigins(text));
  const isTaken = text !== null && readOrigins(text).join('\n') === known;
  return (
    <TextAreaField
      label="Allowed origins"
      name="allowed_origins"
      rows={3}
      placeholder="https://app.example.com"
      hint="Sites that may call the API from a browser with a key, and embed this app in a frame. One per line."
      value={text ?? known}
      error={problem ?? (isTyping ? null : (error ?? null))}
      onFocus={() => setFocused(true)}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => {
        setFocused(false);
        if (text === null) return;
        if (isTaken) setText(null);
        else onChange(readOrigins(text));
      }}
    />
  );
}
