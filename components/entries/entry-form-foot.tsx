import { Button } from '#/components/ui/button.tsx';
import { CancelButton } from '#/components/ui/dialog/close-guard.tsx';
import { ModalFoot } from '#/components/ui/dialog/modal.tsx';
import { Icon } from '#/components/ui/icon.tsx';

type EntryFormFootProps = {
  problem: string | null;
  isBusy: boolean;
  verb: string;
  busyVerb: string;
};

/** The error, and the buttons to save or cancel. */
export function EntryFormFoot({ problem, isBusy, verb, busyVerb }: EntryFormFootProps) {
  return (
    <ModalFoot
      problem={
        <p role="alert" className="flex gap-1.5 text-danger empty:hidden">
          {problem && <Icon name="warning" />}
          {problem}
        </p>
      }
    >
      <CancelButton />
      <Button type="submit" variant="ink" busy={isBusy} busyLabel={busyVerb}>
        {verb}
      </Button>
    </ModalFoot>
  );
}
