'use client';

import { ScopeChoice } from '#/components/api-keys/scope-choice.tsx';
import { Button } from '#/components/ui/button.tsx';
import { CancelButton } from '#/components/ui/dialog/close-guard.tsx';
import { ModalFoot } from '#/components/ui/dialog/modal.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { useForm } from '#/components/ui/form/use-form.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import type { Permission } from '#/lib/context/roles/role.ts';

type Made = { name: string; secret: string };
type Props = {
  /** What the person may do, and so the most that their key may. */
  scopes: readonly Permission[];
  create: (form: FormData) => Promise<FormOutcome<Made>>;
  onCreated: (created: Made) => void;
};

const LIFETIMES = [
  ['', 'Never'],
  ['30', 'After 30 days'],
  ['90', 'After 90 days'],
  ['365', 'After a year'],
] as const;

export function NewApiKeyForm({ scopes, create, onCreated }: Props) {
  const { form, isBusy, message, errorOf } = useForm(create, onCreated);
  return (
    <form {...form} className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_200px]">
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          data-autofocus
          hint="What will use it, for example billing-prod"
          error={errorOf('name')}
        />
        <SelectField label="Expires" name="expires_in_days" error={errorOf('expires_in_days')}>
          {LIFETIMES.map(([days, words]) => (
            <option key={days} value={days}>
              {words}
            </option>
          ))}
        </SelectField>
      </div>
      <ScopeChoice scopes={scopes} error={errorOf('scopes')} />
      <ModalFoot problem={message && <FormProblem words={message} />}>
        <CancelButton />
        <Button type="submit" variant="ink" busy={isBusy} busyLabel="Creating…">
          Create key
        </Button>
      </ModalFoot>
    </form>
  );
}
