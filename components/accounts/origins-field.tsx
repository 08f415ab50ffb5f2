'use client';

import { useState } from 'react';
import { readOrigins } from '#/components/accounts/value-words.ts';
import { TextAreaField } from '#/components/ui/text-area-field.tsx';

type Props = { origins: string[]; error: string | undefined; onChange: (origins: string[]) => void };

/** Origins, one a line; taken when the field is left. What is refused stays as it was typed. */
export function OriginsField({ origins, error, onChange }: Props) {
  const [text, setText] = useState<string | null>(null);
  const known = origins.join('\n');
  const isTaken = text !== null && readOrigins(text).join('\n') === known;
  return (
    <TextAreaField
      label="Allowed origins"
      name="allowed_origins"
      rows={3}
      placeholder="https://app.example.com"
      hint="Pages of these sites may call the API from a browser with a key, and may show this product in a frame. One a line."
      value={text ?? known}
      error={error ?? null}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => {
        if (text === null) return;
        if (isTaken) setText(null);
        else onChange(readOrigins(text));
      }}
    />
  );
}
