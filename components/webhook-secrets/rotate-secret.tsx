'use client';

import { useState } from 'react';
import { Button } from '#/components/ui/button.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { UNREACHABLE } from '#/lib/client/http/unreachable.ts';

const OVERLAPS = [
  ['24h', 'in a day'],
  ['1h', 'in an hour'],
  ['168h', 'in a week'],
  ['0s', 'now, because it leaked'],
] as const;

type Props = {
  /** What the secret signs: "Webhooks", "Alarms". */
  signed: string;
  /** `overlap`: for how long the old secret also signs, a duration. */
  rotate: (overlap: string) => Promise<FormOutcome>;
  onRotated: () => Promise<void>;
  onClose: (isDone: boolean) => void;
};

/** Asks when the old secret expires, and activates a new one. */
export function RotateSecret({ signed, rotate, onRotated, onClose }: Props) {
  const [overlap, setOverlap] = useState('24h');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    const outcome = await rotate(overlap).catch(() => UNREACHABLE);
    setBusy(false);
    if (!outcome.ok) return setProblem(outcome.message);
    await onRotated();
    onClose(true);
  };
  return (
    <Modal title="Rotate the secret?" role="alertdialog" onClose={() => onClose(false)}>
      <div className="grid gap-4">
        <p className="text-text-2">
          {signed} are signed with a new secret. Both secrets sign until the old one expires, so the receiver can switch
          over.
        </p>
        <SelectField
          label="The old secret expires"
          value={overlap}
          onChange={(event) => setOverlap(event.target.value)}
        >
          {OVERLAPS.map(([length, text]) => (
            <option key={length} value={length}>
              {text}
            </option>
          ))}
        </SelectField>
        <FormProblem text={problem} />
        <div className="flex justify-end gap-2">
          <Button data-autofocus onClick={() => onClose(false)}>
            Keep it
          </Button>
          <Button data-confirm variant="ink" busy={isBusy} busyLabel="Rotating…" onClick={() => void confirm()}>
            Rotate secret
          </Button>
        </div>
      </div>
    </Modal>
  );
}
