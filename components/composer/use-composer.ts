'use client';

import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { ComposerDraft } from '#/components/composer/composer-draft.ts';
import type { ComposerOption } from '#/components/composer/composer-options.ts';
import { useComposerOptions } from '#/components/composer/use-composer-options.ts';
import { useTypeChoice } from '#/components/composer/use-type-choice.ts';
import { useTypedEntry } from '#/components/composer/use-typed-entry.ts';
import { useDoubleClickGuard } from '#/components/timers/use-double-click-guard.ts';
import { findOpener, focusBack } from '#/components/ui/dialog/opener.ts';
import { useLazyModule } from '#/components/ui/use-lazy-module.ts';
import { useLive, useStartBlockedReason } from '#/lib/client/live/use-live.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import type { TimerDraft } from '#/lib/client/timers/timer-draft.ts';
import type { TimerType } from '#/lib/client/timers/type-choice.ts';
import type { TypedEntry, TypedKind } from '#/lib/client/typed/typed-entry.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

type Options = {
  kinds: readonly TypedKind[];
  /** An empty text starts a timer without a name, unless it edits one. */
  takesNothing: boolean;
  /** By a click: the options are shown from the first frame on. */
  isOpened: boolean;
  draft: ComposerDraft | undefined;
  /** The type whose phase continues, unless another is chosen. */
  keptType: TimerType | undefined;
  onDraft: (timerDraft: TimerDraft, text: string) => void;
  onCancel: (() => void) | undefined;
};

// Options are shown a moment after the text.
const OPTIONS_MODULE = new LazyModule(() => import('#/components/composer/composer-options.ts'));

/** Options of a start: how long ago it began. */
type StartOptions = { minutesAgo?: number };

/** The text of the composer, its options, and its keys. */
export function useComposer({ kinds, takesNothing, isOpened, draft, keptType, onDraft, onCancel }: Options) {
  const { clock } = useLive();
  const { text, typed, read, latestText, write, keepAsText } = useTypedEntry(kinds, draft?.read() ?? '', draft?.write);
  const [isOpen, setOpen] = useState(isOpened);
  const [active, setActive] = useState<number | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const isSingleClick = useDoubleClickGuard();
  // The focused button when a click opens the field; by key there may be none.
  const [opener] = useState(() => (isOpened ? findOpener() : null));
  const isSubmitting = useRef(false);
  /** Counts attempts to start or cancel: a wait for an older one has no effect. */
  const latest = useRef(0);
  const { options, resolve } = useComposerOptions(
    typed,
    useLazyModule(OPTIONS_MODULE, isOpen || text !== '', doNothing),
  );
  const timerType = useTypeChoice({ typed, keptType, draft, keepAsText });
  const isRejected = useStartBlockedReason() !== null;
  // With text, Enter takes the first option; without any it starts an empty timer, unless one is chosen.
  const shown = active ?? (typed.query ? 0 : null);

  useEffect(() => {
    const field = input.current;
    // Typed before the page hydrated.
    if (field?.value && field.value !== latestText()) write(field.value);
    // Earlier text: typing replaces it, or an arrow key continues it.
    if (field && document.activeElement === field) field.select();
  }, [write, latestText]);

  const close = useCallback(() => setOpen(false), []);
  const cancel =
    onCancel &&
    (() => {
      latest.current += 1;
      onCancel();
    });
  const done = async (option: ComposerOption | undefined, { minutesAgo }: StartOptions = {}) => {
    latest.current += 1;
    const version = latest.current;
    const entry = await read();
    const [about, planned] = await Promise.all([draftFor(option, entry), timerType.planDraft(entry.plan)]);
    if (version !== latest.current || !planned) return;
    const timerDraft = { ...about, ...planned };
    const label = latestText();
    write('');
    timerType.sent();
    setOpen(false);
    setActive(null);
    onDraft(
      minutesAgo === undefined ? timerDraft : { ...timerDraft, startedAt: clock.now() - minutesAgo * MINUTE_MS },
      label,
    );
  };
  const submit = async (how: StartOptions = {}) => {
    if (isRejected) return;
    if (!takesNothing && active === null && !text.trim()) {
      onCancel?.();
      return;
    }
    if (isSubmitting.current || !isSingleClick()) return;
    isSubmitting.current = true;
    latest.current += 1;
    const version = latest.current;
    const option = active === null ? await settle() : options[active];
    isSubmitting.current = false;
    if (version === latest.current) await done(option, how);
  };
  /** The option for the text, once nothing was typed while its tickets were searched. */
  const settle = async (): Promise<ComposerOption | undefined> => {
    for (;;) {
      const before = latestText();
      const entry = await read();
      const found = await resolve(entry, await OPTIONS_MODULE.get().catch(() => null));
      if (latestText() === before) return entry.query ? found[0] : undefined;
    }
  };

  const giveUp = () => {
    if (cancel) {
      cancel();
      if (opener) focusBack(opener);
    } else if (isOpen) setOpen(false);
    else input.current?.blur();
  };

  return {
    input,
    text,
    typed,
    timerType,
    options,
    isOpen,
    isRejected,
    shown,
    done,
    submit,
    keepAsText,
    open: () => setOpen(true),
    close,
    type(next: string): void {
      write(next);
      setActive(null);
      setOpen(true);
    },
    /** Keys on the controls next to the field. */
    onBoxKey(event: KeyboardEvent): void {
      const { target, currentTarget } = event;
      // The field has its own keys, and so has a menu.
      if (target === input.current || !currentTarget.contains(target as Node)) return;
      if (event.key === 'Escape') giveUp();
      else if (event.key === 'Enter' && target instanceof HTMLInputElement && !event.repeat) void submit();
    },
    onKeyDown(event: KeyboardEvent): void {
      if (event.nativeEvent.isComposing) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) {
        event.preventDefault();
        if (isOpen) setActive(nextIndex(shown, step, options.length));
        setOpen(true);
      } else if (event.key === 'Enter') {
        event.preventDefault();
        if (isRejected || event.repeat) return;
        if (!event.shiftKey) void submit();
        else if (isSingleClick()) void done(undefined);
      } else if (event.key === 'Escape') giveUp();
    },
    leave(event: FocusEvent): void {
      const isWithin = event.currentTarget.contains(event.relatedTarget) || event.relatedTarget?.closest('[role=menu]');
      // A person who switches windows, to copy a link, returns to it.
      if (isWithin || !document.hasFocus()) return;
      setOpen(false);
      if (!text) cancel?.();
    },
  };
}

/** The timer of an option, or of the text as typed. */
async function draftFor(option: ComposerOption | undefined, entry: TypedEntry): Promise<TimerDraft> {
  const module = await OPTIONS_MODULE.get().catch(() => null);
  // Offline before it was loaded: a title, and its tags.
  if (!module) return { title: entry.query, ticket: null, newTicketKey: null, tags: entry.tags };
  return option ? module.draftOfOption(option, entry) : module.freeTextDraft(entry);
}

// The person has already seen the error.
function doNothing(): void {}

function nextIndex(from: number | null, step: number, count: number): number | null {
  if (count === 0) return null;
  if (from === null) return step > 0 ? 0 : count - 1;
  return (from + step + count) % count;
}
