import type { IconName } from '#/components/ui/icon.tsx';

export type CommandGroup = 'Add time' | 'Start a timer' | 'Actions' | 'Go to' | 'With what you typed';

/** One line of the palette and what it does. */
export type Command = {
  id: string;
  group: CommandGroup;
  icon: IconName;
  words: string;
  /** The key of a ticket in letters of its own, which is behind the first `keyAt` of the words; behind one unless told. */
  ticketKey?: string;
  keyAt?: number;
  /** What else there is to know, in quiet letters. */
  detail?: string;
  /** Found by these too. */
  also?: string;
  /** What does the same without the palette. */
  keys?: string;
  /** Why it can't be done just now. */
  rejection?: string | null;
  run: () => void;
  /** What Enter with Ctrl or Cmd does instead: shows what it is about. */
  open?: () => void;
  /** What comes to stand in the field instead of anything being run. */
  asks?: string;
};

/**
 * Groups as they stand for someone who has typed, and for someone who has not. What can be made of any words comes
 * last: Enter after the name of a page must not start a timer of that name.
 */
const ORDER: CommandGroup[] = ['Add time', 'Start a timer', 'Go to', 'Actions', 'With what you typed'];
const ORDER_AT_FIRST: CommandGroup[] = ['Start a timer', 'Actions', 'Go to'];
/** Made of what is typed, so all of them fit. */
const AS_TYPED: CommandGroup[] = ['Add time', 'With what you typed'];
const DIGITS = 9;

/** Those that the text finds, best first in each group; tickets stay in their order, those used last first. */
export function findCommands(all: Command[], text: string): [CommandGroup, Command[]][] {
  const query = text.trim().toLowerCase();
  const found = (group: CommandGroup) => {
    const commands = all.filter((command) => command.group === group);
    if (!query || AS_TYPED.includes(group)) return commands;
    const ranked = commands.map((command) => ({ command, rank: rankOf(textOf(command), query) }));
    if (group === 'Start a timer') return ranked.filter(({ rank }) => rank > 0).map(({ command }) => command);
    return ranked
      .filter(({ rank }) => rank > 0)
      .sort((a, b) => b.rank - a.rank)
      .map(({ command }) => command);
  };
  return (query ? ORDER : ORDER_AT_FIRST)
    .map((group): [CommandGroup, Command[]] => [group, found(group)])
    .filter(([, commands]) => commands.length > 0);
}

/**
 * Which line a digit picks, counted from 0; null where it is a part of what is typed: after a hyphen, a digit, a blank or
 * a unit, as in `API-41`, `error 429` and `1h30`.
 */
export function pickedBy(key: string, text: string): number | null {
  if (!/^[1-9]$/.test(key) || !/(^|(?<!\d)\p{L})$/u.test(text)) return null;
  return Number(key) - 1;
}

/** The hint at a line: Enter at the first, then digits. */
export function digitOf(index: number): string | null {
  return index < DIGITS ? String(index + 1) : null;
}

function textOf({ ticketKey = '', words, also = '' }: Command): string {
  return `${ticketKey} ${words} ${also}`.trim().toLowerCase();
}

/** How well the words fit: begins with, has a word that begins with, has somewhere, has its letters close by; 0 if not. */
function rankOf(words: string, query: string): number {
  if (words.startsWith(query)) return 4;
  if (words.includes(` ${query}`)) return 3;
  if (words.includes(query)) return 2;
  const letters = query.replaceAll(/\s/g, '');
  const starts = [...words.matchAll(/(?<=^|[^\p{L}\p{N}])[\p{L}\p{N}]/gu)];
  return starts.some(({ index }) => hasLettersNear(words, letters, index)) ? 1 : 0;
}

/** All letters in order from here on, within twice their number: `exprt` is in `export`, `set` not in `start web`. */
function hasLettersNear(words: string, letters: string, start: number): boolean {
  let from = start;
  for (const letter of letters) {
    const at = words.indexOf(letter, from);
    if (at < 0 || (from === start && at !== start)) return false;
    from = at + 1;
  }
  return from - start <= 2 * letters.length;
}
