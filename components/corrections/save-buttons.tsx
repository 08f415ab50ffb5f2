import { Button } from '#/components/ui/button.tsx';

type Props = {
  discardLabel?: string;
  canDiscard: boolean;
  /** The effect is known. */
  canSave: boolean;
  isSaving: boolean;
  onDiscard: () => void;
  onSave: () => void;
};

/** The buttons to save or discard a correction. */
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
