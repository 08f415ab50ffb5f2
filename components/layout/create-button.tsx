import { Button } from '#/components/ui/button.tsx';
import { IconButton } from '#/components/ui/icon-button.tsx';

/** The page's create button, in its header: with its key on a desktop, as an icon on a phone. */
export function CreateButton({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <>
      <Button variant="soft" icon="plus" keyLabel="C" className="max-md:hidden" onClick={onClick}>
        {text}
      </Button>
      <IconButton icon="plus" label={text} className="size-10 md:hidden" onClick={onClick} />
    </>
  );
}
