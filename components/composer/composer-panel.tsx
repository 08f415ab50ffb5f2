import { ComposerHelp } from '#/components/composer/composer-help.tsx';
import { ComposerList } from '#/components/composer/composer-list.tsx';
import type { ComposerOption } from '#/components/composer/composer-options.ts';
import { TypedChips } from '#/components/composer/typed-chips.tsx';
import type { TypedEntry, TypedKind, TypedPart } from '#/lib/client/typed/typed-entry.ts';

type ComposerPanelProps = {
  listId: string;
  kinds: readonly TypedKind[];
  typed: TypedEntry;
  options: ComposerOption[];
  active: number | null;
  onChoose: (option: ComposerOption) => void;
  onKeepAsText: (part: TypedPart) => void;
};

/** Below the field: the recognized parts, the options, and what else can be typed. It floats, so nothing moves. */
export function ComposerPanel({ listId, kinds, typed, options, active, onChoose, onKeepAsText }: ComposerPanelProps) {
  return (
    <div className="absolute inset-x-0 top-full z-20 mt-2 animate-rise rounded-lg border border-line bg-surface shadow-menu">
      <TypedChips typed={typed} onKeepAsText={onKeepAsText} />
      {options.length > 0 && (
        <ComposerList id={listId} options={options} tags={typed.tags} active={active} onChoose={onChoose} />
      )}
      <div className="border-t border-line">
        <ComposerHelp kinds={kinds} />
      </div>
    </div>
  );
}
