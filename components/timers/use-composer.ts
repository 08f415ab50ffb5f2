'use client';

import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { ComposerDraft } from '#/components/timers/composer-draft.ts';
import { type ComposerOption, freeWish, wishOf } from '#/components/timers/composer-options.ts';
import { useComposerOptions } from '#/components/timers/use-composer-options.ts';
import { useOnePress } from '#/components/timers/use-one-press.ts';
import { useTypedEntry } from '#/components/timers/use-typed-entry.ts';
import { findOpener, focusBack } from '#/components/ui/opener.ts';
import type { TypedKind } from '#/lib/client/typed-entry.ts';
import { useLive, useStartRefusal } from '#/lib/client/use-live.tsx';
import type { Wish, WishedPlan } from '#/lib/client/wish.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

type Options = {
  kinds: readonly TypedKind[];
  /** Nothing typed starts a timer without a name, unless it is to change one. */
  takesNothing: boolean;
  /** By a press: what it can mean is shown from the first frame on. */
  isOpened: boolean;
  draft: ComposerDraft | undefined;
  onWish: (wish: Wish, text: string) => void;
  onCancel: (() => void) | undefined;
};

/** How a start goes: begun so long ago, with a plan. */
type How = { minutesAgo?: number; plan?: WishedPlan };

/** What is typed into the composer, what it can mean, and what keys do there. */
export function useComposer({ kinds, takesNothing, isOpened, draft, onWish, onCancel }: Options) {
  const { clock } = useLive();
  const { text, typed, read, latestText, write, takeAsWords } = useTypedEntry(kinds, draft?.read() ?? '', draft?.write);
  const [isOpen, setOpen] = useState(isOpened);
  const [active, setActive] = useState<number | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const isOnePress = useOnePress();
  // The button that has the focus when a press opens the field; by key there may be none.
  const [opener] = useState(() => (isOpened ? findOpener() : null));
  const isSubmitting = useRef(false);
  /** Counts what was meant to start or to give up: what waits for an older one comes to nothing. */
  const latest = useRef(0);
  const { options, resolve } = useComposerOptions(typed);
  const isRefused = useStartRefusal() !== null;
  // With words typed Enter takes the first option; with none it starts an empty timer, unless one is chosen.
  const shown = active ?? (typed.query ? 0 : null);

  useEffect(() => {
    const field = input.current;
    // Typed before the page came to life.
    if (field?.value && field.value !== latestText()) write(field.value);
    // Words from before: others take their place, or an arrow key goes on with them.
    if (field && document.activeElement === field) field.select();
  }, [write, latestText]);

  const close = useCallback(() => setOpen(false), []);
  const cancel =
    onCancel &&
    (() => {
      latest.current += 1;
      onCancel();
    });
  const done = async (option: ComposerOption | undefined, { minutesAgo, plan }: How = {}) => {
    latest.current += 1;
    const turn = latest.current;
    const meant = await read();
    if (turn !== latest.current) return;
    const wish = { ...(option ? wishOf(option, meant) : freeWish(meant)), ...(plan && { plan }) };
    const words = latestText();
    write('');
    setOpen(false);
    setActive(null);
    onWish(minutesAgo === undefined ? wish : { ...wish, startedAt: clock.now() - minutesAgo * MINUTE_MS }, words);
  };
  const submit = async (how: How = {}) => {
    if (isRefused) return;
    if (!takesNothing && active === null && !text.trim()) {
      onCancel?.();
      return;
    }
    if (isSubmitting.current || !isOnePress()) return;
    isSubmitting.current = true;
    latest.current += 1;
    const turn = latest.current;
    const option = active === null ? await settle() : options[active];
    isSubmitting.current = false;
    if (turn === latest.current) await done(option, how);
  };
  /** What the text means once nothing was typed while the tickets for it were searched. */
  const settle = async (): Promise<ComposerOption | undefined> => {
    for (;;) {
      const before = latestText();
      const meant = await read();
      const found = await resolve(meant);
      if (latestText() === before) return meant.query ? found[0] : undefined;
    }
  };

  return {
    input,
    text,
    typed,
    options,
    isOpen,
    isRefused,
    shown,
    done,
    submit,
    takeAsWords,
    open: () => setOpen(true),
    close,
    type(next: string): void {
      write(next);
      setActive(null);
      setOpen(true);
    },
    press(event: KeyboardEvent): void {
      if (event.nativeEvent.isComposing) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) {
        event.preventDefault();
        if (isOpen) setActive(nextIndex(shown, step, options.length));
        setOpen(true);
      } else if (event.key === 'Enter') {
        event.preventDefault();
        if (isRefused || event.repeat) return;
        if (!event.shiftKey) void submit();
        else if (isOnePress()) void done(undefined);
      } else if (event.key === 'Escape') {
        if (cancel) {
          cancel();
          if (opener) focusBack(opener);
        } else if (isOpen) setOpen(false);
        else input.current?.blur();
      }
    },
    leave(event: FocusEvent): void {
      const isWithin = event.currentTarget.contains(event.relatedTarget) || event.relatedTarget?.closest('[role=menu]');
      if (isWithin) return;
      setOpen(false);
      if (!text) cancel?.();
    },
  };
}

function nextIndex(from: number | null, step: number, count: number): number | null {
  if (count === 0) return null;
  if (from === null) return step > 0 ? 0 : count - 1;
  return (from + step + count) % count;
}
