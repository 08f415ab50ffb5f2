'use client';

import type { ReactNode } from 'react';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { reasonProblem } from '#/lib/client/corrections/correction-errors.ts';

type Props = {
  reason: string;
  isNeeded: boolean;
  error: unknown;
  onChange: (reason: string) => void;
  /** The possible actions. */
  children: ReactNode;
};

/** The reason for the correction, and the buttons to save or discard it. */
export function ReasonField({ reason, isNeeded, error, onChange, children }: Props) {
  return (
    <div className="mt-5 flex items-start gap-2 max-md:flex-col max-md:items-stretch">
      <TextField
        label={isNeeded ? 'Reason' : 'Reason (optional)'}
        size="lg"
        className="grow"
        autoComplete="off"
        spellCheck
        maxLength={500}
        aria-required={isNeeded}
        placeholder={isNeeded ? 'Forgot to stop; agreed with them' : undefined}
        value={reason}
        error={reasonProblem(error)}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="flex gap-2 max-md:justify-end md:pt-6">{children}</div>
    </div>
  );
}
