'use client';

import { useEffect, useRef, useState } from 'react';
import { type Entry, matching, type Section } from '#/components/reference/contents.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { SearchBox } from '#/components/ui/form/search-box.tsx';
import { Icon } from '#/components/ui/icon.tsx';

type ReferenceContentsProps = { contents: readonly Section[]; shown: Section | undefined; place: string };

/**
 * The contents, searched while typing: also the operations of the shown section. On a phone they open above the text,
 * and close after a choice.
 */
export function ReferenceContents({ contents, shown, place }: ReferenceContentsProps) {
  const [search, setSearch] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const found = matching(contents, search);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (place) list.current?.querySelector(`a[href="${CSS.escape(place)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [place]);
  return (
    <nav
      aria-label="Contents"
      className="border-line bg-bg max-md:sticky max-md:top-14 max-md:z-10 max-md:border-b md:w-[272px] md:shrink-0 md:border-r"
    >
      <div className="flex flex-col md:sticky md:top-12 md:h-[calc(100dvh-48px)]">
        <button
          type="button"
          data-contents-button
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="flex h-11 items-center justify-between px-4 text-base text-text hover:bg-hover md:hidden"
        >
          {shown?.name ?? 'Contents'}
          <Icon name="chevronDown" className={classNames('text-text-3', isOpen && 'rotate-180')} />
        </button>
        <div className={classNames('min-h-0 grow flex-col md:flex', isOpen ? 'flex' : 'max-md:hidden')}>
          <div className="p-3">
            <SearchBox
              aria-label="Search the reference"
              placeholder="Search operations"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          </div>
          <ul ref={list} className="min-h-0 grow overflow-y-auto px-3 pb-6 max-md:max-h-[60dvh]">
            {found.map((section) => (
              <li key={section.name}>
                <EntryLink entry={section} isCurrent={section === shown && !search} onPick={() => setIsOpen(false)} />
                {(search !== '' || section.name === shown?.name) && (
                  <ul className="mb-2 ml-2 border-l border-line pl-2">
                    {section.entries.map((entry) => (
                      <li key={entry.hash}>
                        <EntryLink entry={entry} isCurrent={entry.hash === place} onPick={() => setIsOpen(false)} />
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
          {contents.length > 0 && found.length === 0 && (
            <p role="status" className="px-5 pb-6 text-sm text-text-2">
              No operation matches “{search.trim()}”.
            </p>
          )}
        </div>
      </div>
    </nav>
  );
}

type EntryLinkProps = { entry: Entry; isCurrent: boolean; onPick: () => void };

function EntryLink({ entry: { hash, name, method }, isCurrent, onPick }: EntryLinkProps) {
  return (
    <a
      href={hash}
      aria-current={isCurrent ? 'location' : undefined}
      onClick={onPick}
      className="flex items-baseline gap-2 rounded-md px-2 py-1 text-base text-text-2 hover:bg-hover aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-text pointer-coarse:py-2.5"
    >
      <span className="min-w-0 grow break-words">{name}</span>
      {method && (
        <span className={classNames('shrink-0 font-mono text-xs', method === 'DELETE' ? 'text-danger' : 'text-text-3')}>
          {method}
        </span>
      )}
    </a>
  );
}
