'use client';

import { ApiKeyFields } from '#/components/api-keys/api-key-fields.tsx';
import { formatDate } from '#/components/settings/format-when.ts';
import { Button } from '#/components/ui/button.tsx';
import { CancelButton } from '#/components/ui/dialog/close-guard.tsx';
import { Modal, ModalFoot } from '#/components/ui/dialog/modal.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { useForm } from '#/components/ui/form/use-form.ts';
import type { ApiKey } from '#/lib/accounts/api-keys/api-key.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { useTimeStyle } from '#/lib/client/live/use-live.tsx';
import type { Permission } from '#/lib/context/roles/role.ts';

type Props = {
  apiKey: ApiKey;
  now: Date;
  /** The person's own permissions; the key keeps others that it has. */
  scopes: readonly Permission[];
  action: (form: FormData) => Promise<FormOutcome>;
  onClose: () => void;
};

/** Edits name, permissions or expiry of a key; its secret stays valid. */
export function EditApiKey({ apiKey, now, scopes, action, onClose }: Props) {
  const { form, isBusy, message, errorOf } = useForm(action, onClose);
  const style = useTimeStyle();
  const { id, name, version, scopes: chosen, expiresAt } = apiKey;
  return (
    <Modal title={`Edit ${name}`} size="lg" onClose={onClose}>
      <form {...form} className="grid gap-4">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={version} />
        <ApiKeyFields
          scopes={[...new Set([...scopes, ...chosen])]}
          name={name}
          chosen={chosen}
          expires={expiresAt ? formatDate(expiresAt, now, style) : undefined}
          errorOf={errorOf}
        />
        <ModalFoot problem={message && <FormProblem text={message} />}>
          <CancelButton />
          <Button type="submit" variant="ink" busy={isBusy} busyLabel="Saving…">
            Save
          </Button>
        </ModalFoot>
      </form>
    </Modal>
  );
}
