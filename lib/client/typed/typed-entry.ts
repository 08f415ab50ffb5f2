import { formatDraftPlan } from '#/lib/client/plans/draft-plan.ts';
import type { NamedTicket } from '#/lib/client/tickets/named-ticket.ts';
import type { Reading } from '#/lib/client/time/time-style.ts';
import type { DraftPlan } from '#/lib/client/timers/timer-draft.ts';
import { typedPlans } from '#/lib/client/typed/typed-plan.ts';
import { typedStarts } from '#/lib/client/typed/typed-start.ts';
import { isTag, partKey, TAG } from '#/lib/client/typed/typed-tags.ts';
import { ticketOfKey, ticketOfLink, ticketOfNumber, ticketOfNumberedBranch } from '#/lib/client/typed/typed-ticket.ts';

export type TypedKind = 'ticket' | 'project' | 'tag' | 'start' | 'plan';
/** Recognized words: `[from, to)` of the text. */
export type TypedPart = { kind: TypedKind; from: number; to: number; text: string; label: string };

/** Text typed into the composer, parsed: `API-412 rate limiter @api #bug 90m ago`. */
export type TypedEntry = {
  ticket: NamedTicket | null;
  project: string | null;
  tags: string[];
  /** Its start, if the text contains one; else now. Epoch milliseconds. */
  startedAt: number | null;
  /** How long before now that was, ms: `90m ago` stays 90 minutes. */
  startedAgoMs: number | null;
  /** Its plan, if the text contains one; else it counts until it is stopped. */
  plan: DraftPlan | null;
  title: string;
  /** The words of its subject, including those of the ticket. */
  query: string;
  /** In the order of the text. */
  parts: TypedPart[];
};

type Rules = {
  now: number;
  reading: Reading;
  kinds?: readonly TypedKind[];
  /** Names of existing projects: several words after an `@` may be one of them. */
  projects?: readonly string[] | undefined;
  /** Parts that a person has marked as words, by `partKey`. */
  asText?: ReadonlySet<string>;
};

const EVERY_KIND = ['ticket', 'project', 'tag', 'start', 'plan'] as const;
/** With one word, an existing project and a new name need no distinction. */
const SEVERAL_WORDS = /(?<!\S)@([^\s"@]+)\s+\S/;
const AT = /(?<!\S)@(?=\S)/g;
const PROJECT = /(?<!\S)@(?:"([^"]*[^"\s][^"]*)"|([^\s"@]+))(?!\S)/g;
/** Punctuation around a name in a sentence: `[API-412]`, `(#34)`, `API-412:`. A bracket only with its partner. */
const SURROUNDING_MARKS = /^(?:\((.+)\)|\[(.+)\]|<(.+)>|(.+?))[,;:.]*$/;
const WORD = /\S+/g;
const PROJECT_LENGTH = 200;

/** Parses the typed text. Never fails: unrecognized text is the title. */
export function readTypedEntry(
  text: string,
  { now, reading, kinds = EVERY_KIND, projects = [], asText }: Rules,
): TypedEntry {
  const found = new Found(text, kinds, asText ?? new Set());
  const project = readKnownProject(found, projects) ?? readProject(found);
  const tags = readTags(found);
  const link = readFirst(found, ticketOfLink);
  const plan = readPlan(found);
  const startedAt = readStart(found, now, reading);
  const query = found.rest();
  const ticket = link ?? readFirst(found, ticketOfNumber) ?? readFirstWord(found);
  return {
    ticket,
    project,
    tags,
    startedAt,
    startedAgoMs: startedAt === null ? null : now - startedAt,
    plan,
    title: found.rest() || (ticket?.title ?? ''),
    query: [link?.key, query].filter(Boolean).join(' '),
    parts: found.parts.toSorted((left, right) => left.from - right.from),
  };
}

/** The parts recognized so far, and the rest. */
class Found {
  readonly parts: TypedPart[] = [];
  readonly text: string;
  readonly #kinds: readonly TypedKind[];
  readonly #asText: ReadonlySet<string>;

  constructor(text: string, kinds: readonly TypedKind[], asText: ReadonlySet<string>) {
    this.text = text;
    this.#kinds = kinds;
    this.#asText = asText;
  }

  /** True if the words are not taken by another part. */
  take(kind: TypedKind, from: number, to: number, label: string): boolean {
    const text = this.text.slice(from, to).trim();
    const isFree = this.parts.every((part) => to <= part.from || from >= part.to);
    if (!isFree || !this.#kinds.includes(kind) || this.#asText.has(partKey({ kind, text }))) return false;
    this.parts.push({ kind, from, to, text, label });
    return true;
  }

  /** The text without the parts, every character of them replaced: positions stay. */
  masked(): string {
    return this.parts.reduce(
      (text, { from, to }) => text.slice(0, from) + ' '.repeat(to - from) + text.slice(to),
      this.text,
    );
  }

  rest(): string {
    return this.masked().replaceAll(/\s+/g, ' ').trim();
  }
}

/** The longest project name after the first `@` with one. Two that differ only in case match only with their case. */
function readKnownProject(found: Found, projects: readonly string[]): string | null {
  for (const { index } of found.text.matchAll(AT)) {
    const named = projects.filter((name) => lengthAfter(found.text, index, name) !== null);
    for (const name of named.toSorted((left, right) => right.trim().length - left.trim().length)) {
      const length = lengthAfter(found.text, index, name) ?? 0;
      const isExact = found.text.slice(index + 1, index + length).replaceAll(/\s+/g, ' ') === name;
      const isAmbiguous = named.some((other) => other !== name && isSameName(other, name));
      if (isAmbiguous && !isExact) continue;
      if (found.take('project', index, index + length, name)) return name;
    }
  }
  return null;
}

/**
 * How many characters `@` and the name take there, in any case and with any spaces between words; null if it does not
 * match.
 */
function lengthAfter(text: string, at: number, name: string): number | null {
  const words = name.trim().split(/\s+/).map(escapeForRegExp);
  const match = new RegExp(`^@${words.join('\\s+')}(?!\\S)`, 'iu').exec(text.slice(at));
  return match && match[0].length > 1 ? match[0].length : null;
}

function escapeForRegExp(words: string): string {
  return words.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

function isSameName(left: string, right: string): boolean {
  return left.trim().toLowerCase() === right.trim().toLowerCase();
}

function readProject(found: Found): string | null {
  for (const match of found.text.matchAll(PROJECT)) {
    const name = (match[1] ?? match[2] ?? '').trim();
    const isName = name.length <= PROJECT_LENGTH;
    if (isName && found.take('project', match.index, match.index + match[0].length, name)) return name;
  }
  return null;
}

/** The server search for projects of several words: the first of them. */
export function projectSearchOf(text: string): string | null {
  return SEVERAL_WORDS.exec(text)?.[1] ?? null;
}

function readTags(found: Found): string[] {
  const tags = new Set<string>();
  for (const match of found.text.matchAll(TAG)) {
    const tag = match[1] ?? '';
    if (!isTag(tag, tags)) continue;
    if (found.take('tag', match.index, match.index + match[0].length, tag)) tags.add(tag);
  }
  return [...tags];
}

function readPlan(found: Found): DraftPlan | null {
  for (const { from, to, plan } of typedPlans(found.masked())) {
    if (found.take('plan', from, to, formatDraftPlan(plan))) return plan;
  }
  return null;
}

function readStart(found: Found, now: number, reading: Reading): number | null {
  for (const { from, to, startedAt } of typedStarts(found.masked(), now, reading)) {
    if (found.take('start', from, to, '')) return startedAt;
  }
  return null;
}

function readFirst(found: Found, read: (word: string) => NamedTicket | null): NamedTicket | null {
  for (const match of found.masked().matchAll(WORD)) {
    const ticket = read(bare(match[0]));
    if (ticket && found.take('ticket', match.index, match.index + match[0].length, ticket.key)) return ticket;
  }
  return null;
}

/** Within a title, a word such as UTF-8 is no ticket. */
function readFirstWord(found: Found): NamedTicket | null {
  const [first, ...others] = found.masked().matchAll(WORD);
  if (!first) return null;
  const word = bare(first[0]);
  const ticket = ticketOfKey(word) ?? (others.length === 0 ? ticketOfNumberedBranch(word) : null);
  const isTaken = ticket && found.take('ticket', first.index, first.index + first[0].length, ticket.key);
  return isTaken ? ticket : null;
}

function bare(word: string): string {
  return word.replace(SURROUNDING_MARKS, '$1$2$3$4');
}
