'use client';

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useLate } from '#/components/ui/use-late.ts';
import { PROJECTS_KEY } from '#/lib/client/cache-keys.ts';
import type { Http } from '#/lib/client/http.ts';
import { Late } from '#/lib/client/late.ts';
import type { TypedEntry, TypedKind, TypedPart } from '#/lib/client/typed-entry.ts';
import { splitTags, wordsOf } from '#/lib/client/typed-words.ts';
import { useLive, useServerNow, useTimeStyle } from '#/lib/client/use-live.tsx';
import type { ProjectListJson } from '#/lib/tracking/projects/project-schemas.ts';

// What is typed is understood a moment after the page is there: the reading is no part of its first load.
const READER = new Late(() => import('#/lib/client/typed-entry.ts'));
/** The words about a start read by the minute. */
const STEP_MS = 15_000;
const NOTHING: ReadonlySet<string> = new Set();

type Typed = {
  text: string;
  typed: TypedEntry;
  /** As it is at this moment: so long ago is so long before a press, not before the last key. */
  read: () => Promise<TypedEntry>;
  /** As it is at this moment, drawn or not. */
  latestText: () => string;
  write: (text: string) => void;
  /** Takes a part as words of the title, until the field is emptied. */
  takeAsWords: (part: TypedPart) => void;
};

/** A line of text, and what it was understood to say; `onText` hears of every change of it. */
export function useTypedEntry(
  kinds: readonly TypedKind[],
  first: string,
  onText: (text: string) => void = doNothing,
): Typed {
  const { clock, http, late } = useLive();
  const client = useQueryClient();
  const reading = useTimeStyle();
  const now = useServerNow(STEP_MS);
  const [field, setField] = useState({ text: first, asWords: NOTHING });
  // A press that waits for an answer means what was typed meanwhile too.
  const latest = useRef(field);
  const reader = useLate(READER, field.text !== '', doNothing);
  const put = useCallback(
    (next: typeof field) => {
      latest.current = next;
      onText(next.text);
      setField(next);
    },
    [onText],
  );
  const write = useCallback(
    (text: string) => put({ text, asWords: text.trim() ? latest.current.asWords : NOTHING }),
    [put],
  );
  const takeAsWords = useCallback(
    (part: TypedPart) => put({ ...latest.current, asWords: new Set([...latest.current.asWords, wordsOf(part)]) }),
    [put],
  );
  const latestText = useCallback(() => latest.current.text, []);
  const search = (from: typeof reader, text: string) =>
    (kinds.includes('project') && from?.projectSearchOf(text)) || null;
  const named = search(reader, field.text);
  const known = useQuery({ ...projectsNamed(http, named ?? ''), enabled: named !== null }).data;
  return {
    text: field.text,
    typed: reader
      ? reader.readTypedEntry(field.text, { now, reading, kinds, projects: known, asWords: field.asWords })
      : wordsAlone(field.text),
    async read() {
      const from = await READER.get().catch(() => null);
      const word = search(from, latest.current.text);
      // What was typed fast is not known yet; without a line it is one word.
      const asked = word !== null && !late.isWanted() && client.fetchQuery(projectsNamed(http, word));
      const projects = (await Promise.resolve(asked).catch(() => null)) || [];
      const { text, asWords } = latest.current;
      return from?.readTypedEntry(text, { now: clock.now(), reading, kinds, projects, asWords }) ?? wordsAlone(text);
    },
    latestText,
    write,
    takeAsWords,
  };
}

/** Names of the projects that have a word in them. */
function projectsNamed(http: Http, word: string) {
  return queryOptions({
    queryKey: [...PROJECTS_KEY, 'named', word],
    queryFn: async ({ signal }) => {
      const path = `/projects?limit=100&search=${encodeURIComponent(word)}` as const;
      return (await http.send<ProjectListJson>(path, { signal })).projects.map(({ name }) => name);
    },
  });
}

/** Before the reading is there, and where it can't be had: a title, and its tags. */
function wordsAlone(text: string): TypedEntry {
  const { title, tags } = splitTags(text);
  const nothing = { ticket: null, project: null, startedAt: null, startedAgoMs: null, plan: null, parts: [] };
  return { ...nothing, tags, title, query: title };
}

// A person has been told by then.
function doNothing(): void {}
