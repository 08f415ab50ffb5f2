'use client';

import { Button } from '#/components/ui/button.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { useForm } from '#/components/ui/form/use-form.ts';
import type { ApiKey } from '#/lib/accounts/api-keys/api-key.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';

type Props = {
  apiKey: ApiKey;
  /** When it was last used: "28 s ago", "never". */
  formatUsed: string;
  action: (form: FormData) => Promise<FormOutcome>;
  onClose: (isRevoked: boolean) => void;
};

/** Asks, since this cannot be undone, and names the last use, since something may still need the key. */
export function RevokeApiKey({ apiKey, formatUsed, action, onClose }: Props) {
  const { form, isBusy, message } = useForm(action, () => onClose(true));
  return (
    <Modal title={`Revoke ${apiKey.name}?`} role="alertdialog" onClose={() => onClose(false)}>
      <form {...form} className="grid gap-4">
        <input type="hidden" name="id" value={apiKey.id} />
        <p className="text-text-2">
          {formatUsed === 'never' ? 'It has never been used.' : `It was last used ${formatUsed}.`} Requests using it
          will fail with 401. This can’t be undone.
        </p>
        <FormProblem text={message} />
        <div className="flex justify-end gap-2">
          <Button type="button" data-autofocus onClick={() => onClose(false)}>
            Keep it
          </Button>
          <Button type="submit" variant="danger" busy={isBusy} busyLabel="Revoking…">
            Revoke key
          </Button>
        </div>
      </form>
    </Modal>
  );
}
