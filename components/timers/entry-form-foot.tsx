import { Button } from '#/components/ui/button.tsx';
import { Icon } from '#/components/ui/icon.tsx';
import { ModalFoot } from '#/components/ui/modal.tsx';

type EntryFormFootProps = {
  problem: string | null;
  isBusy: boolean;
  verb: string;
  busyVerb: string;
  onClose: () => void;
};

/** What is wrong, and the two ways out. */
export function EntryFormFoot({ problem, isBusy, verb, busyVerb, onClose }: EntryFormFootProps) {
  return (
    <ModalFoot
      problem={
        <p role="alert" className="flex gap-1.5 text-danger empty:hidden">
          {problem && <Icon name="warning" />}
          {problem}
        </p>
      }
    >
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" variant="ink" busy={isBusy} busyLabel={busyVerb}>
        {verb}
      </Button>
    </ModalFoot>
  );
}
