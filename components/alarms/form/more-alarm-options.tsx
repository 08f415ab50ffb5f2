'use client';

import type { AlarmDraft, DraftProblems } from '#/components/alarms/form/alarm-form.ts';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { TextAreaField } from '#/components/ui/form/text-area-field.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { MoreOptions } from '#/components/ui/more-options.tsx';

type MoreAlarmOptionsProps = {
  draft: AlarmDraft;
  problems: DraftProblems;
  onChange: (part: Partial<AlarmDraft>) => void;
};

const FORMATS = [
  ['raw', 'Body, unchanged'],
  ['standard', 'Standard Webhooks'],
  ['cloudevents', 'CloudEvents, structured'],
  ['cloudevents-binary', 'CloudEvents, binary'],
] as const;

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

/** What most alarms do without. Opens by itself when something in it is wrong. */
export function MoreAlarmOptions({ draft, problems, onChange }: MoreAlarmOptionsProps) {
  const isWebhook = draft.sendTo === 'webhook';
  const isUsed = draft.headers !== '' || draft.callback_url !== '';
  const isWrong = FOLDED.some((field) => problems[field] !== undefined);
  return (
    <MoreOptions isUsed={isUsed} isWrong={isWrong}>
      <div className="mt-2 grid gap-4">
        {isWebhook && (
          <TextAreaField
            label="Headers"
            rows={2}
            hint="Name: value, one per line"
            value={draft.headers}
            error={problems.headers ?? null}
            onChange={(event) => onChange({ headers: event.target.value })}
          />
        )}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {isWebhook && (
            <Choice
              label="Format"
              choices={FORMATS}
              value={draft.format}
              error={problems.format}
              onChange={(format) => onChange({ format })}
            />
          )}
          <TextField
            label="Retry delays"
            autoComplete="off"
            hint="For example 5s, 5m, 1h, or none. Leave empty for the default schedule."
            value={draft.retry}
            error={problems.retry ?? null}
            onChange={(event) => onChange({ retry: event.target.value })}
          />
          <TextField
            label="Deadline"
            autoComplete="off"
            hint="A duration after the due time. Leave empty for none."
            value={draft.deadline}
            error={problems.deadline ?? null}
            onChange={(event) => onChange({ deadline: event.target.value })}
          />
          <Choice
            label="After its deadline"
            choices={MISFIRES}
            value={draft.misfire}
            disabled={!draft.deadline.trim()}
            onChange={(misfire) => onChange({ misfire })}
          />
          <TextField
            label="External ID"
            autoComplete="off"
            hint="Your ID for it. Reusing one doesn’t create a second alarm."
            value={draft.external_id}
            error={problems.external_id ?? null}
            onChange={(event) => onChange({ external_id: event.target.value })}
          />
          <TextField
            label="Spread"
            autoComplete="off"
            hint="It is due up to this much later, for example 5m, so that many don’t fire at once"
            value={draft.jitter}
            error={problems.jitter ?? null}
            onChange={(event) => onChange({ jitter: event.target.value })}
          />
          <TextField
            label="Callback URL"
            type="url"
            autoComplete="off"
            hint="Called once the alarm ends, whatever the outcome"
            value={draft.callback_url}
            error={problems.callback_url ?? null}
            onChange={(event) => onChange({ callback_url: event.target.value })}
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

type ChoiceProps = {
  label: string;
  choices: readonly (readonly [value: string, words: string])[];
  value: string;
  disabled?: boolean;
  error?: string | undefined;
  onChange: (value: string) => void;
};

function Choice({ label, choices, onChange, ...rest }: ChoiceProps) {
  return (
    <SelectField {...rest} label={label} onChange={(event) => onChange(event.target.value)}>
      {choices.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </SelectField>
  );
}
