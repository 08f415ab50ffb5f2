import { Kbd } from '#/components/ui/kbd.tsx';

/** How to use it, in keys. */
export function PaletteFoot({ onShortcuts }: { onShortcuts: () => void }) {
  return (
    <div className="flex h-10 shrink-0 items-center gap-4 border-t border-line px-4 text-xs text-text-3 max-md:hidden">
      <Hint keys={['↑', '↓']}>choose</Hint>
      <Hint keys={['↵']}>run</Hint>
      <Hint keys={['1 – 9']}>pick</Hint>
      <Hint keys={['⌘ ↵']}>open the ticket</Hint>
      <Hint keys={['Esc']}>close</Hint>
      <button type="button" className="ml-auto flex items-center gap-1.5 hover:text-text" onClick={onShortcuts}>
        <Kbd>?</Kbd> all shortcuts
      </button>
    </div>
  );
}

function Hint({ keys, children }: { keys: string[]; children: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span className="flex gap-px">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </span>
      {children}
    </span>
  );
}
