import { Icon } from '#/components/ui/icon.tsx';
import { Kbd } from '#/components/ui/kbd.tsx';

/** Opens the palette by pointer; the key shown on it does the same from anywhere. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      title="Search or run"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onClick}
      className="mx-2 mb-3 flex h-8 shrink-0 items-center gap-2.5 rounded-md border border-line bg-surface px-2 text-left text-text-3 transition-colors hover:bg-hover max-xl:mx-1.5 max-xl:justify-center max-xl:px-0"
    >
      <Icon name="search" />
      <span className="grow max-xl:sr-only">Search or run</span>
      <Kbd className="max-xl:hidden">⌘ K</Kbd>
    </button>
  );
}
