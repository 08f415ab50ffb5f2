'use client';

import { useEffect, useMemo, useRef, useState } from 'react';
import { Icon } from '#/components/ui/icon.tsx';
import { Kbd } from '#/components/ui/kbd.tsx';
import { useShortcuts } from '#/lib/client/use-live.tsx';

type AlarmSearchProps = { search: string; onSearch: (search: string) => void };

/** While somebody types, the list waits for a pause. */
const PAUSE_MS = 250;

/** Finds alarms by part of their name, external id or webhook, or by a whole id. */
export function AlarmSearch({ search, onSearch }: AlarmSearchProps) {
  const [text, setText] = useState(search);
  const [asked, setAsked] = useState(search);
  const input = useRef<HTMLInputElement>(null);
  if (asked !== search) {
    // The address has changed: Back, or a link.
    setAsked(search);
    if (text.trim() !== search) setText(search);
  }
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === search) return;
    const timeout = setTimeout(() => onSearch(wanted), PAUSE_MS);
    return () => clearTimeout(timeout);
  }, [text, search, onSearch]);
  useShortcuts(useMemo(() => ({ '/': () => input.current?.focus() }), []));
  return (
    <label className="flex h-8 w-[264px] min-w-0 items-center gap-2 rounded-md border border-line-control bg-surface px-2.5 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent max-md:h-10 max-md:grow">
      <Icon name="search" className="text-text-3" />
      <input
        ref={input}
        type="search"
        aria-label="Find alarms"
        aria-keyshortcuts="/"
        placeholder="Name, id or webhook"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          if (text) setText('');
          else input.current?.blur();
        }}
        className="peer min-w-0 grow bg-transparent outline-none max-md:text-lg [&::-webkit-search-cancel-button]:hidden"
      />
      <Kbd className="peer-focus:hidden max-md:hidden pointer-coarse:hidden">/</Kbd>
    </label>
  );
}
