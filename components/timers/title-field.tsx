'use client';

import { type KeyboardEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import type { TitleEdit } from '#/components/timers/use-title-edit.ts';
import { useLazyModule } from '#/components/ui/use-lazy-module.ts';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';

// Two devices rename one timer at once.
const CONFLICT = new LazyModule(() =>
  import('#/components/timers/title-conflict.tsx').then((part) => part.TitleConflict),
);

/**
 * The field of a title: Enter and leaving it save the text, Esc discards it. It continues where an earlier one ended.
 * It overwrites another device's title only by choice.
 */
export function TitleField({ label, edit }: { label: string; edit: TitleEdit }) {
  const { draft, keep, end, title, theirs } = edit;
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  const hasBegun = useRef(false);
  useLayoutEffect(() => {
    const input = field.current;
    if (!input) return;
    const { text, from, to } = draft.current ?? { text: title, from: 0, to: title.length };
    // Renamed elsewhere before anything was typed. Otherwise the focus may be elsewhere by now, and stays there.
    if (hasBegun.current && input.value === text) return;
    hasBegun.current = true;
    input.value = text;
    input.focus();
    input.setSelectionRange(from, to);
  }, [draft, title]);
  const finish = (then: () => void) => {
    if (isOver.current) return;
    isOver.current = true;
    then();
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // The title's button gets the focus at once, and must not be pressed by the same key.
    event.preventDefault();
    const text = event.currentTarget.value;
    if (event.key === 'Escape') finish(end);
    else if (theirs === null) finish(() => keep(text));
  };
  const note = ({ currentTarget: { value, selectionStart, selectionEnd } }: SyntheticEvent<HTMLInputElement>) => {
    draft.current = { text: value, from: selectionStart ?? value.length, to: selectionEnd ?? value.length };
  };
  return (
    <input
      ref={field}
      aria-label={label}
      maxLength={500}
      defaultValue={draft.current?.text ?? title}
      onChange={note}
      onSelect={note}
      onKeyDown={handleKey}
      onBlur={({ currentTarget: { value } }) => theirs === null && finish(() => keep(value))}
      className="-mx-1 w-full rounded-sm bg-surface px-1 outline-2 outline-accent max-md:mb-1.5"
    />
  );
}

/** Shown below the field if another device has saved a title meanwhile. */
export function TitleConflicts({ edit }: { edit: TitleEdit }) {
  const TitleConflict = useLazyModule(CONFLICT, edit.theirs !== null);
  return edit.theirs !== null && TitleConflict && <TitleConflict edit={edit} />;
}
