'use client';

import { type SubmitEvent, useState } from 'react';
import { formatProblem, useSavedReportActions } from '#/components/saved-reports/use-saved-report-actions.ts';
import { Button } from '#/components/ui/button.tsx';
import { CancelButton } from '#/components/ui/dialog/close-guard.tsx';
import { Modal, ModalFoot } from '#/components/ui/dialog/modal.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { SecretOnce } from '#/components/ui/secret-once.tsx';
import { PASSWORD_MAX, PASSWORD_MIN } from '#/lib/accounts/users/user.ts';
import { DEFAULT_LINK_DAYS, MAX_LINK_DAYS } from '#/lib/analytics/report-links/link-days.ts';
import { REPORT_NAME_MAX, type SavedQuery } from '#/lib/analytics/saved-reports/saved-report.ts';

type Props = { name: string; query: SavedQuery; onClose: () => void };

const LIFETIMES: [days: number, label: string][] = [
  [1, '1 day'],
  [7, '7 days'],
  [DEFAULT_LINK_DAYS, `${DEFAULT_LINK_DAYS} days`],
  [90, '90 days'],
  [MAX_LINK_DAYS, '1 year'],
];

/** Creates a link by which anyone can read the report, and shows it once. */
export function ShareReportDialog({ name, query, onClose }: Props) {
  const [url, setUrl] = useState<string | null>(null);
  return url === null ? (
    <Modal title="Share report" onClose={onClose}>
      <LinkForm name={name} query={query} onCreated={setUrl} />
    </Modal>
  ) : (
    <Modal key="made" title="Link to the report" onClose={onClose}>
      <SecretOnce
        secret={url}
        about="You won’t see it again. You can revoke it later in Saved reports."
        onDone={onClose}
      />
    </Modal>
  );
}

type FormProps = Omit<Props, 'onClose'> & { onCreated: (url: string) => void };

function LinkForm({ name: firstName, query, onCreated }: FormProps) {
  const { share } = useSavedReportActions();
  const [name, setName] = useState(firstName);
  const [days, setDays] = useState(DEFAULT_LINK_DAYS);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isShort = password !== '' && password.length < PASSWORD_MIN;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (isShort) return setProblem(`Use at least ${PASSWORD_MIN} characters for the password, or leave it empty.`);
    setBusy(true);
    try {
      onCreated((await share({ name, query, expires_in_days: days, ...(password && { password }) })).url);
    } catch (error) {
      setProblem(formatProblem(error));
      setBusy(false);
    }
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-text-2">
        Anyone with the link can see this report, without signing in. It shows {formatWhose(query)} as long as you can
        see it.
      </p>
      <TextField
        label="Title"
        data-autofocus=""
        autoComplete="off"
        maxLength={REPORT_NAME_MAX}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <SelectField label="Expires after" value={days} onChange={({ target }) => setDays(Number(target.value))}>
        {LIFETIMES.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        hint="Optional. Share it separately from the link."
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <ModalFoot problem={problem && <FormProblem text={problem} />}>
        <CancelButton />
        <Button type="submit" variant="ink" busy={isBusy} busyLabel="Creating…">
          Create link
        </Button>
      </ModalFoot>
    </form>
  );
}

function formatWhose({ whose }: SavedQuery): string {
  if (whose === 'me') return 'your time';
  return whose === 'everyone' ? 'everyone’s time' : 'this member’s time';
}
