import { Button } from '#/components/ui/button.tsx';
import { IconButton } from '#/components/ui/icon-button.tsx';

/** What a page makes, in its head: with its key on a desk, as a sign on a phone. */
export function CreateButton({ words, onPress }: { words: string; onPress: () => void }) {
  return (
    <>
      <Button variant="soft" icon="plus" keyLabel="C" className="max-md:hidden" onClick={onPress}>
        {words}
      </Button>
      <IconButton icon="plus" label={words} className="size-10 md:hidden" onClick={onPress} />
    </>
  );
}
