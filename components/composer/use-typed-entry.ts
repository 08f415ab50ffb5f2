'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { namedProjectsQuery } from '#/components/composer/typed-reader.ts';
import { useLazyModule } from '#/components/ui/use-lazy-module.ts';
import { useLive, useServerNow, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import type { TypedEntry, TypedKind, TypedPart } from '#/lib/client/typed/typed-entry.ts';
import { partKey, splitTags } from '#/lib/client/typed/typed-tags.ts';

// Text is parsed a moment after the page is there: the parser is not part of its first load.
const READER = new LazyModule(() => import('#/components/composer/typed-reader.ts'));
/** The text about a start changes by the minute. */
const STEP_MS = 15_000;
const NOTHING: ReadonlySet<string> = new Set();
const DISABLED_QUERY = { queryKey: ['nothing'], enabled: false } as NonNullable<ReturnType<typeof namedProjectsQuery>>;

type Typed = {
  text: string;
  typed: TypedEntry;
  /** As of now: a time ago counts from the submit, not from the last key. */
  read: () => Promise<TypedEntry>;
  /** As of now, rendered or not. */
  latestText: () => string;
  write: (text: string) => void;
  /** Turns a part into words of the title, until the field is emptied. */
  keepAsText: (part: TypedPart) => void;
};

/** A line of text and its recognized parts; `onText` is called on every change. */
export function useTypedEntry(kinds: readonly TypedKind[], first: string, onText?: (text: string) => void): Typed {
  const { clock, http, queue } = useLive();
  const client = useQueryClient();
  const reading = useTimeStyle();
  const now = useServerNow(STEP_MS);
  const [field, setField] = useState({ text: first, asText: NOTHING });
  // A submit that waits for a response includes what was typed meanwhile.
  const latest = useRef(field);
  const reader = useLazyModule(READER, field.text !== '');
  const put = useCallback(
    (next: typeof field) => {
      latest.current = next;
      onText?.(next.text);
      setField(next);
    },
    [onText],
  );
  const write = useCallback(
    (text: string) => put({ text, asText: text.trim() ? latest.current.asText : NOTHING }),
    [put],
  );
  const keepAsText = useCallback(
    (part: TypedPart) => put({ ...latest.current, asText: new Set([...latest.current.asText, partKey(part)]) }),
    [put],
  );
  const latestText = useCallback(() => latest.current.text, []);
  const { data: known } = useQuery(reader?.namedProjectsQuery(http, field.text, kinds) ?? DISABLED_QUERY);
  return {
    text: field.text,
    typed: reader
      ? reader.readEntry(field.text, { now, reading, kinds, projects: known, asText: field.asText })
      : plainTextEntry(field.text),
    async read() {
      const from = await READER.get().catch(() => null);
      // Fast typing is not resolved yet; without a connection it is one word.
      const query = !queue.isNeeded() && from?.namedProjectsQuery(http, latest.current.text, kinds);
      const projects = query ? await client.fetchQuery(query).catch(() => []) : [];
      const { text, asText } = latest.current;
      return from?.readEntry(text, { now: clock.now(), reading, kinds, projects, asText }) ?? plainTextEntry(text);
    },
    latestText,
    write,
    keepAsText,
  };
}

/** Before the parser is loaded, or if it can't be: a title, and its tags. */
function plainTextEntry(text: string): TypedEntry {
  const { title, tags } = splitTags(text);
  const nothing = { ticket: null, project: null, startedAt: null, startedAgoMs: null, plan: null, parts: [] };
  return { ...nothing, tags, title, query: title };
}
