'use client';

import { type KeyboardEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import type { TitleEdit } from '#/components/timers/use-title-edit.ts';

/** The field of a title: Enter and leaving it keep the words, Esc gives them up. It goes on where an earlier one ended. */
export function TitleField({ label, edit }: { label: string; edit: TitleEdit }) {
  const { words, keep, end, title } = edit;
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useLayoutEffect(() => {
    const { from, to } = words.current ?? { from: 0, to: title.length };
    field.current?.focus();
    field.current?.setSelectionRange(from, to);
  }, [words, title]);
  const finish = (then: () => void) => {
    if (isOver.current) return;
    isOver.current = true;
    then();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // The title's button takes the focus at once, and must not be pressed by the same key.
    event.preventDefault();
    const text = event.currentTarget.value;
    finish(event.key === 'Enter' ? () => keep(text) : end);
  };
  const note = ({ currentTarget: { value, selectionStart, selectionEnd } }: SyntheticEvent<HTMLInputElement>) => {
    words.current = { text: value, from: selectionStart ?? value.length, to: selectionEnd ?? value.length };
  };
  return (
    <input
      ref={field}
      aria-label={label}
      maxLength={500}
      defaultValue={words.current?.text ?? title}
      onChange={note}
      onSelect={note}
      onKeyDown={press}
      onBlur={({ currentTarget: { value } }) => finish(() => keep(value))}
      className="-mx-1 w-full rounded-sm bg-surface px-1 outline-2 outline-accent"
    />
  );
}
