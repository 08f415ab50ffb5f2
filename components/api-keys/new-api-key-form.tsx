'use client';

import { ApiKeyFields } from '#/components/api-keys/api-key-fields.tsx';
import { Button } from '#/components/ui/button.tsx';
import { CancelButton } from '#/components/ui/dialog/close-guard.tsx';
import { ModalFoot } from '#/components/ui/dialog/modal.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { useForm } from '#/components/ui/form/use-form.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import type { Permission } from '#/lib/context/roles/role.ts';

type CreatedKey = { name: string; secret: string };
type Props = {
  /** The person's own permissions, which are the maximum for their key. */
  scopes: readonly Permission[];
  create: (form: FormData) => Promise<FormOutcome<CreatedKey>>;
  onCreated: (created: CreatedKey) => void;
};

export function NewApiKeyForm({ scopes, create, onCreated }: Props) {
  const { form, isBusy, message, errorOf } = useForm(create, onCreated);
  return (
    <form {...form} className="grid gap-4">
      <ApiKeyFields scopes={scopes} errorOf={errorOf} />
      <ModalFoot problem={message && <FormProblem text={message} />}>
        <CancelButton />
        <Button type="submit" variant="ink" busy={isBusy} busyLabel="Creating…">
          Create key
        </Button>
      </ModalFoot>
    </form>
  );
}
