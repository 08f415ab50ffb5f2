'use client';

import type { TypedBody } from '#/components/alarms/form/typed-request.ts';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { TextAreaField } from '#/components/ui/form/text-area-field.tsx';

const KINDS = [
  ['json', 'JSON'],
  ['text', 'Text'],
  ['base64', 'Bytes'],
] as const;

const EVENT_HINT = 'JSON up to 64 KB, unchanged in the event. Leave empty to publish it without a payload.';
const FIELDS = {
  json: {
    label: 'Payload',
    hint: 'JSON up to 64 KB, sent unchanged. Leave empty to send {}, or no body if the method takes none.',
  },
  text: { label: 'Text', hint: 'Up to 64 KB, sent unchanged as text/plain, unless the headers have a Content-Type.' },
  base64: { label: 'Base64', hint: 'Up to 64 KB of bytes, sent decoded.' },
};

type BodyFieldProps = {
  body: TypedBody;
  rows: number;
  error: string | undefined;
  /** Events have only JSON. */
  isJson?: boolean;
  onChange: (part: Partial<TypedBody>) => void;
};

/** The body: JSON, or other text unchanged. */
export function BodyField({
  body: { body_kind: kind, payload },
  rows,
  error,
  isJson = false,
  onChange,
}: BodyFieldProps) {
  const { label, hint } = FIELDS[kind];
  const text = (
    <TextAreaField
      label={label}
      rows={rows}
      hint={isJson ? EVENT_HINT : hint}
      value={payload}
      error={error ?? null}
      onChange={(event) => onChange({ payload: event.target.value })}
    />
  );
  if (isJson) return text;
  return (
    <div className="grid grid-cols-[104px_minmax(0,1fr)] items-start gap-2">
      <SelectField
        label="Body"
        value={kind}
        onChange={(event) => onChange({ body_kind: event.target.value as TypedBody['body_kind'] })}
      >
        {KINDS.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {text}
    </div>
  );
}
