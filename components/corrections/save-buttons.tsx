import { Button } from '#/components/ui/button.tsx';

type Props = {
  discardLabel?: string;
  canDiscard: boolean;
  /** What comes of it is known. */
  canSave: boolean;
  isSaving: boolean;
  onDiscard: () => void;
  onSave: () => void;
};

/** The two ways out of a correction. */
export function SaveButtons({ discardLabel = 'Discard', canDiscard, canSave, isSaving, onDiscard, onSave }: Props) {
  return (
    <>
      <Button size="lg" variant="ghost" disabled={!canDiscard || isSaving} onClick={onDiscard}>
        {discardLabel}
      </Button>
      <Button
        size="lg"
        variant="ink"
        keyLabel="⌘ ↵"
        busy={isSaving}
        busyLabel="Saving…"
        disabled={!canSave}
        onClick={onSave}
      >
        Save correction
      </Button>
    </>
  );
}
