import type { TypedEntry, TypedPart } from '#/lib/client/typed/typed-entry.ts';

/** A word with a sign before it; `isTag` decides whether it is a tag. */
export const TAG = /(?<!\S)#([^\s#]+)(?!\S)/g;

const TAG_LENGTH = 60;
const TAG_COUNT = 50;

/** A valid tag for the API, in addition to the existing ones. `#34` is the number of a ticket. */
export function isTag(word: string, tags: ReadonlySet<string>): boolean {
  return word.length <= TAG_LENGTH && !/^\d+\W*$/.test(word) && (tags.size < TAG_COUNT || tags.has(word));
}

/** In a title a key or a number is an ordinary word. */
export function splitTags(text: string): Pick<TypedEntry, 'title' | 'tags'> {
  const tags = new Set<string>();
  const rest = text.replaceAll(TAG, (whole, word: string) => {
    if (!isTag(word, tags)) return whole;
    tags.add(word);
    return ' ';
  });
  return { title: rest.replaceAll(/\s+/g, ' ').trim(), tags: [...tags] };
}

/** The key of a part that is marked as words. */
export function partKey({ kind, text }: Pick<TypedPart, 'kind' | 'text'>): string {
  return `${kind} ${text.toLowerCase()}`;
}
