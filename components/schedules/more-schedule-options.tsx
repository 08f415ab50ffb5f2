'use client';

import { CATCH_UP_LABELS } from '#/components/schedules/format-schedule.ts';
import type { DraftErrors, ScheduleDraft } from '#/components/schedules/schedule-draft.ts';
import { draftFields } from '#/components/ui/form/draft-fields.ts';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { TextAreaField } from '#/components/ui/form/text-area-field.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { MoreOptions } from '#/components/ui/more-options.tsx';

type Props = {
  draft: ScheduleDraft;
  errors: DraftErrors;
  isEdit: boolean;
  onChange: (part: Partial<ScheduleDraft>) => void;
};

const FOLDED = ['headers', 'retry', 'jitter', 'catch_up', 'callback_url'] as const;

/** Rarely used options. Opens by itself when one of them has an error. */
export function MoreScheduleOptions({ draft, errors, isEdit, onChange }: Props) {
  const field = draftFields(draft, errors, onChange);
  const isUsed = draft.headers !== '' || draft.jitter !== '' || draft.callback_url !== '';
  const isWrong = FOLDED.some((name) => errors[name] !== undefined);
  return (
    <MoreOptions isUsed={isUsed} isWrong={isWrong}>
      <div className="mt-2 grid gap-4">
        <TextAreaField label="Headers" rows={2} hint="Name: value, one per line" {...field('headers')} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <SelectField label="Missed runs" hint="While it was paused or no worker was running" {...field('catch_up')}>
            {Object.entries(CATCH_UP_LABELS).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Retry delays"
            autoComplete="off"
            hint={`For example 5s, 5m, 1h, or none. Leave empty ${isEdit ? 'to keep them' : 'for the default schedule'}.`}
            {...field('retry')}
          />
          <TextField
            label="Jitter"
            autoComplete="off"
            hint="Runs are due up to this much later, for example 5m, so that many don’t fire at once"
            {...field('jitter')}
          />
          <TextField
            label="Callback URL"
            type="url"
            autoComplete="off"
            hint="Called once a run ends, whatever the outcome"
            {...field('callback_url')}
          />
        </div>
      </div>
    </MoreOptions>
  );
}
