'use client';

import { EventChoice } from '#/components/endpoints/event-choice.tsx';
import { fieldSentence } from '#/components/endpoints/format-endpoint.ts';
import { FORMAT_OPTIONS } from '#/components/endpoints/webhook-formats.ts';
import { Button } from '#/components/ui/button.tsx';
import { CancelButton } from '#/components/ui/dialog/close-guard.tsx';
import { ModalFoot } from '#/components/ui/dialog/modal.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { useForm } from '#/components/ui/form/use-form.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import type { EndpointJson } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';

type Props<T> = {
  /** The current state; none for a new one. */
  endpoint?: EndpointJson;
  action: (form: FormData) => Promise<FormOutcome<T>>;
  onDone: (value: T) => void;
};

/** Deliveries to an endpoint have no body chosen by the caller. */
const FORMATS = FORMAT_OPTIONS.filter(([format]) => format !== 'raw');

/** URL, events, and their format. */
export function EndpointForm<T>({ endpoint, action, onDone }: Props<T>) {
  const { form, isBusy, message, errorOf } = useForm(action, onDone);
  return (
    <form {...form} className="grid gap-4">
      {endpoint && <input type="hidden" name="id" value={endpoint.id} />}
      {endpoint && <input type="hidden" name="version" value={endpoint.version} />}
      <TextField
        label="URL"
        name="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        placeholder="https://example.com/hooks/timers"
        defaultValue={endpoint?.url}
        error={fieldSentence('The URL', errorOf('url'))}
      />
      <TextField
        label="Description"
        name="description"
        autoComplete="off"
        hint="Optional. Shown in the list."
        defaultValue={endpoint?.description ?? ''}
        error={fieldSentence('The description', errorOf('description'))}
      />
      <EventChoice chosen={endpoint?.event_types ?? []} error={fieldSentence('It', errorOf('event_types'))} />
      <SelectField label="Format" name="format" defaultValue={endpoint?.format} error={errorOf('format')}>
        {FORMATS.map(([format, text]) => (
          <option key={format} value={format}>
            {text}
          </option>
        ))}
      </SelectField>
      <ModalFoot problem={message && <FormProblem text={message} />}>
        <CancelButton />
        <Button type="submit" variant="ink" busy={isBusy} busyLabel="Saving…">
          {endpoint ? 'Save' : 'Create webhook'}
        </Button>
      </ModalFoot>
    </form>
  );
}
