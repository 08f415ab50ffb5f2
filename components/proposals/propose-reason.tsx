import { TextField } from '#/components/ui/form/text-field.tsx';
import { MAX_PROPOSAL_REASON_LENGTH } from '#/lib/tracking/corrections/correction.ts';

type Props = { text: string; reason: string; onChange: (reason: string) => void };

/** Why something can't be edited here anymore, and the field for the reason that admins get instead. */
export function ProposeReason({ text, reason, onChange }: Props) {
  return (
    <div className="grid gap-2">
      <p role="status" className="text-text-2">
        {text} You can propose this correction; an admin decides.
      </p>
      <TextField
        label="Reason"
        autoComplete="off"
        autoFocus
        spellCheck
        aria-required
        maxLength={MAX_PROPOSAL_REASON_LENGTH}
        value={reason}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
