'use client';

import { useState } from 'react';
import { Button } from '#/components/ui/button.tsx';

/** More than this is shown on request. */
const SHOWN_CHARACTERS = 4_000;
const MEMBER_NAME = /^(\s*"(?:[^"\\]|\\.)*")(?=:)/m;

/**
 * Code or data unchanged; names of JSON members are highlighted. Lines wrap, so that nothing scrolls within the page.
 */
export function CodeBlock({ children }: { children: string }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = !isWhole && children.length > SHOWN_CHARACTERS;
  return (
    <div className="rounded-md border border-line bg-sunken px-3 py-2">
      <pre className="font-mono text-xs/[18px] wrap-anywhere whitespace-pre-wrap text-text-2">
        {partsOf(isLong ? `${children.slice(0, SHOWN_CHARACTERS)}…` : children).map(({ at, text, isName }) =>
          isName ? (
            <b key={at} className="font-medium text-text">
              {text}
            </b>
          ) : (
            text
          ),
        )}
      </pre>
      {isLong && (
        <Button variant="soft" size="xs" className="mt-2" onClick={() => setWhole(true)}>
          Show all
        </Button>
      )}
    </div>
  );
}

/** The text split at names of members; `at` is where a part begins. */
function partsOf(code: string): { at: number; text: string; isName: boolean }[] {
  let at = 0;
  return code.split(MEMBER_NAME).map((text, index) => {
    const part = { at, text, isName: index % 2 === 1 };
    at += text.length;
    return part;
  });
}
