import type { IconName } from '#/components/ui/icon.tsx';

export type CommandGroup = 'Add time' | 'Start a timer' | 'Actions' | 'Go to' | 'With what you typed';

/** One line of the palette and its action. */
export type Command = {
  id: string;
  group: CommandGroup;
  icon: IconName;
  label: string;
  /** The key of a ticket, in its own font, after the first `keyAt` words; after one by default. */
  ticketKey?: string;
  keyAt?: number;
  /** More details, in secondary text. */
  detail?: string;
  /** More text to find it by. */
  also?: string;
  /** The same action without the palette. */
  keys?: string;
  /** Why it is not possible at the moment. */
  rejection?: string | null;
  run: () => void;
  /** The action of Enter with Ctrl or Cmd instead: shows its subject. */
  open?: () => void;
  /** Text to put into the field instead of running anything. */
  asks?: string;
};

/**
 * The order of groups for equally good matches, and without typed text. Actions that fit any text come last: Enter
 * after the name of a page must not start a timer with that name.
 */
const ORDER: CommandGroup[] = ['Add time', 'Start a timer', 'Go to', 'Actions', 'With what you typed'];
const ORDER_AT_FIRST: CommandGroup[] = ['Start a timer', 'Actions', 'Go to'];
/** Built from the typed text, so all of them match. */
const UNFILTERED_GROUPS: CommandGroup[] = ['Add time', 'With what you typed'];
const DIGITS = 9;
/** The rank of text that begins with the typed one. */
const BEST_RANK = 4;

/**
 * The matches of the text, best first in each group, and the group with the best of them first; tickets keep their
 * order, last used first.
 */
export function findCommands(all: Command[], text: string): [CommandGroup, Command[]][] {
  const query = text.trim().toLowerCase();
  const groups = (query ? ORDER : ORDER_AT_FIRST).map((group) => groupFor(group, all, query));
  if (query) groups.sort((a, b) => b.rank - a.rank);
  return groups
    .filter(({ commands }) => commands.length > 0)
    .map(({ group, commands }): [CommandGroup, Command[]] => [group, commands]);
}

/** `rank` is that of its best command. */
function groupFor(group: CommandGroup, all: Command[], query: string) {
  const commands = all.filter((command) => command.group === group);
  if (!query || UNFILTERED_GROUPS.includes(group))
    return { group, commands, rank: group === 'Add time' ? BEST_RANK + 1 : 0 };
  const ranked = commands
    .map((command) => ({ command, rank: rankOf(textOf(command), query) }))
    .filter(({ rank }) => rank > 0);
  const best = ranked.toSorted((a, b) => b.rank - a.rank);
  const shown = group === 'Start a timer' ? ranked : best;
  return { group, commands: shown.map(({ command }) => command), rank: best[0]?.rank ?? 0 };
}

/**
 * Which line a digit picks, counted from 0; null if it is part of the typed text: after a hyphen, a digit, a space or a
 * unit, as in `API-41`, `error 429` and `1h30`.
 */
export function pickedBy(key: string, text: string): number | null {
  if (!/^[1-9]$/.test(key) || !/(^|(?<!\d)\p{L})$/u.test(text)) return null;
  return Number(key) - 1;
}

/** The hint at a line: Enter at the first, then digits. */
export function digitOf(index: number): string | null {
  return index < DIGITS ? String(index + 1) : null;
}

function textOf({ group, ticketKey = '', label, also = '' }: Command): string {
  const whole = group === 'Go to' ? `go to ${label}` : '';
  return `${ticketKey} ${label} ${also} ${whole}`.trim().toLowerCase();
}

/**
 * How well the text matches: begins with it, has a word that begins with it, contains it, has its letters close
 * together; 0 if not.
 */
function rankOf(label: string, query: string): number {
  if (label.startsWith(query)) return BEST_RANK;
  if (label.includes(` ${query}`)) return 3;
  if (label.includes(query)) return 2;
  const letters = query.replaceAll(/\s/g, '');
  const starts = [...label.matchAll(/(?<=^|[^\p{L}\p{N}])[\p{L}\p{N}]/gu)];
  return starts.some(({ index }) => hasLettersNear(label, letters, index)) ? 1 : 0;
}

/** All letters in order from here on, within twice their number: `exprt` is in `export`, `set` not in `start web`. */
function hasLettersNear(label: string, letters: string, start: number): boolean {
  let from = start;
  for (const letter of letters) {
    const at = label.indexOf(letter, from);
    if (at < 0 || (from === start && at !== start)) return false;
    from = at + 1;
  }
  return from - start <= 2 * letters.length;
}
