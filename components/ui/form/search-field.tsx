'use client';

import { useEffect, useMemo, useRef, useState } from 'react';
import { SearchBox } from '#/components/ui/form/search-box.tsx';
import { Kbd } from '#/components/ui/kbd.tsx';
import { useShortcuts } from '#/lib/client/live/use-live.tsx';
import { addressChanged, nextSearch, withoutRequest } from '#/lib/client/typed/typed-search.ts';

type SearchFieldProps = { label: string; placeholder: string; search: string; onSearch: (search: string) => void };

/** While typing, the list waits for a pause. */
const PAUSE_MS = 250;
/** A URL that has not changed by now was overtaken by another, and will not arrive anymore. */
const OVERTAKEN_MS = 10_000;

/** Filters the list of a page while typing; `/` focuses it. */
export function SearchField({ label, placeholder, search, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(() => withoutRequest(search));
  const input = useRef<HTMLInputElement>(null);
  const { text } = typed;
  if (typed.search !== search) setTyped(addressChanged(typed, search));
  const setText = (text: string) => setTyped((typed) => ({ ...typed, text }));
  useEffect(() => {
    const wanted = nextSearch(typed);
    if (wanted === null) return;
    const timeout = setTimeout(() => {
      setTyped((typed) => ({ ...typed, sent: [...typed.sent, wanted] }));
      onSearch(wanted);
    }, PAUSE_MS);
    return () => clearTimeout(timeout);
  }, [typed, onSearch]);
  const isSent = typed.sent.length > 0;
  useEffect(() => {
    if (!isSent) return;
    const timeout = setTimeout(() => setTyped((typed) => ({ ...typed, sent: [] })), OVERTAKEN_MS);
    return () => clearTimeout(timeout);
  }, [isSent]);
  useShortcuts(useMemo(() => ({ '/': () => input.current?.focus() }), []));
  return (
    <SearchBox
      ref={input}
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        if (text) setText('');
        else input.current?.blur();
      }}
      boxClassName="w-[264px] min-w-0 max-md:h-10 max-md:grow"
    >
      <Kbd className="peer-focus:hidden max-md:hidden pointer-coarse:hidden">/</Kbd>
    </SearchBox>
  );
}
