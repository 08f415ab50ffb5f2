import { Icon } from '#/components/ui/icon.tsx';

type TagListProps = { tags: string[]; onRemove?: ((tag: string) => void) | undefined };

/** The tags of a timer; each has a cross to remove it. */
export function TagList({ tags, onRemove }: TagListProps) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="mt-3 flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li
          key={tag}
          className="inline-flex h-6 max-w-full items-center gap-0.5 rounded-sm border border-line pl-1.5 text-xs text-text-2 has-[button]:pointer-coarse:h-11"
        >
          <span className="truncate">{tag}</span>
          {onRemove ? (
            <button
              type="button"
              aria-label={`Remove tag ${tag}`}
              title="Remove"
              onClick={() => onRemove(tag)}
              className="grid size-6 shrink-0 place-items-center pointer-coarse:size-11 rounded-sm text-text-3 hover:text-text"
            >
              <Icon name="close" className="size-3" />
            </button>
          ) : (
            <span className="w-1" />
          )}
        </li>
      ))}
    </ul>
  );
}
