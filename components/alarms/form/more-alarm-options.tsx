'use client';

import type { ComponentProps } from 'react';
import type { AlarmDraft, DraftProblems } from '#/components/alarms/form/alarm-form.ts';
import { FORMAT_OPTIONS } from '#/components/endpoints/webhook-formats.ts';
import { draftFields } from '#/components/ui/form/draft-fields.ts';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { TextAreaField } from '#/components/ui/form/text-area-field.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { MoreOptions } from '#/components/ui/more-options.tsx';

type MoreAlarmOptionsProps = {
  draft: AlarmDraft;
  problems: DraftProblems;
  onChange: (part: Partial<AlarmDraft>) => void;
};

const MISFIRES = [
  ['dead_letter', 'Make it a dead letter'],
  ['skip', 'Skip it'],
  ['fire', 'Fire anyway'],
] as const;

const FOLDED = [
  'headers',
  'format',
  'retry',
  'jitter',
  'deadline',
  'misfire',
  'external_id',
  'append_id',
  'callback_url',
] as const;

/** Rarely used options. Opens by itself when one of them has an error. */
export function MoreAlarmOptions({ draft, problems, onChange }: MoreAlarmOptionsProps) {
  const isWebhook = draft.sendTo === 'webhook';
  const field = draftFields(draft, problems, onChange);
  const isUsed = draft.headers !== '' || draft.callback_url !== '';
  const isWrong = FOLDED.some((name) => problems[name] !== undefined);
  return (
    <MoreOptions isUsed={isUsed} isWrong={isWrong}>
      <div className="mt-2 grid gap-4">
        {isWebhook && <TextAreaField label="Headers" rows={2} hint="Name: value, one per line" {...field('headers')} />}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {isWebhook && <Choice label="Format" choices={FORMAT_OPTIONS} {...field('format')} />}
          <TextField
            label="Retry delays"
            autoComplete="off"
            hint="For example 5s, 5m, 1h, or none. Leave empty for the default schedule."
            {...field('retry')}
          />
          <TextField
            label="Deadline"
            autoComplete="off"
            hint="A duration after the due time. Leave empty for none."
            {...field('deadline')}
          />
          <Choice
            label="After its deadline"
            choices={MISFIRES}
            disabled={!draft.deadline.trim()}
            {...field('misfire')}
          />
          <TextField
            label="External ID"
            autoComplete="off"
            hint="Your ID for it. Reusing one doesn’t create a second alarm."
            {...field('external_id')}
          />
          <TextField
            label="Jitter"
            autoComplete="off"
            hint="It is due up to this much later, for example 5m, so that many don’t fire at once"
            {...field('jitter')}
          />
          <TextField
            label="Callback URL"
            type="url"
            autoComplete="off"
            hint="Called once the alarm ends, whatever the outcome"
            {...field('callback_url')}
          />
        </div>
        {isWebhook && (
          <label className="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              checked={draft.append_id}
              className="size-4 accent-ink"
              onChange={(event) => onChange({ append_id: event.target.checked })}
            />
            Add the alarm’s ID to the end of the URL
          </label>
        )}
      </div>
    </MoreOptions>
  );
}

type ChoiceProps = ComponentProps<typeof SelectField> & {
  choices: readonly (readonly [value: string, label: string])[];
};

function Choice({ choices, ...rest }: ChoiceProps) {
  return (
    <SelectField {...rest}>
      {choices.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}
