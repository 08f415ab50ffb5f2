'use client';

import { useState } from 'react';
import { SETUP_STEPS } from '#/components/ticket-sources/setup-steps.ts';
import { Button } from '#/components/ui/button.tsx';
import { CancelButton } from '#/components/ui/dialog/close-guard.tsx';
import { ModalFoot } from '#/components/ui/dialog/modal.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { switchClass } from '#/components/ui/form/switch.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { useForm } from '#/components/ui/form/use-form.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { PROVIDER_NAMES, PROVIDERS, type Provider } from '#/lib/tracking/ticket-sources/ticket-source.ts';
import type { TicketSourceJson } from '#/lib/tracking/ticket-sources/ticket-source-schemas.ts';

type Props<T> = {
  /** The current state; none for a new one. */
  source?: TicketSourceJson;
  action: (form: FormData) => Promise<FormOutcome<T>>;
  onDone: (value: T) => void;
};

/** Provider, name, secret, and whether issues without a ticket get one. */
export function TicketSourceForm<T>({ source, action, onDone }: Props<T>) {
  const { form, isBusy, message, errorOf } = useForm(action, onDone);
  const [provider, setProvider] = useState<Provider>(source?.provider ?? 'github');
  return (
    <form {...form} className="grid gap-4">
      {source && <input type="hidden" name="id" value={source.id} />}
      {source && <input type="hidden" name="version" value={source.version} />}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {source ? (
          <div>
            <p className="text-xs font-medium">Issue tracker</p>
            <p className="mt-2">{PROVIDER_NAMES[source.provider]}</p>
          </div>
        ) : (
          <SelectField
            label="Issue tracker"
            name="provider"
            value={provider}
            data-autofocus
            onChange={(event) => setProvider(event.target.value as Provider)}
            error={errorOf('provider')}
          >
            {PROVIDERS.map((value) => (
              <option key={value} value={value}>
                {PROVIDER_NAMES[value]}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          hint="For example the repository or team"
          defaultValue={source?.name}
          error={errorOf('name')}
        />
      </div>
      <TextField
        label="Secret"
        name="secret"
        autoComplete="off"
        spellCheck={false}
        hint={source ? 'Leave empty to keep the one in use' : secretPreview(provider)}
        error={errorOf('secret')}
      />
      <TextField
        label="Project"
        name="project"
        autoComplete="off"
        hint="Optional. Tickets it creates belong to this project."
        defaultValue={source?.project?.name ?? ''}
        error={errorOf('project')}
      />
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          name="creates_tickets"
          defaultChecked={source?.creates_tickets ?? true}
          className={switchClass}
        />
        <span>
          <span className="block font-medium">Create tickets</span>
          <span className="block text-xs text-text-3">
            Open issues that aren’t tickets yet become tickets. Existing tickets are updated either way.
          </span>
        </span>
      </label>
      {!source && <p className="text-xs text-text-3">{SETUP_STEPS[provider]}</p>}
      <ModalFoot problem={message && <FormProblem text={message} />}>
        <CancelButton />
        <Button type="submit" variant="ink" busy={isBusy} busyLabel={source ? 'Saving…' : 'Connecting…'}>
          {source ? 'Save' : 'Connect'}
        </Button>
      </ModalFoot>
    </form>
  );
}

function secretPreview(provider: Provider): string {
  return provider === 'linear'
    ? 'The signing secret that Linear shows for its webhook'
    : 'Optional. Leave empty to have one generated.';
}
