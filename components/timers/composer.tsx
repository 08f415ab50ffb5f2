'use client';

import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { ComposerList } from '#/components/timers/composer-list.tsx';
import { freeWish, wishOf } from '#/components/timers/composer-options.ts';
import { useComposerOptions } from '#/components/timers/use-composer-options.ts';
import { useOnePress } from '#/components/timers/use-one-press.ts';
import { Button } from '#/components/ui/button.tsx';
import { Icon } from '#/components/ui/icon.tsx';
import { Kbd } from '#/components/ui/kbd.tsx';
import { useStartRefusal } from '#/lib/client/use-live.tsx';
import { readWish, type Wish } from '#/lib/client/wish.ts';

type ComposerProps = {
  /** Name of the field, for ears. */
  label: string;
  /** What Enter does. */
  verb: 'Start' | 'Switch' | 'Change';
  onWish: (wish: Wish) => void;
  /** With it the composer is open for the moment: it takes the focus, Esc closes it. */
  onCancel?: () => void;
};

const ICONS = { Start: 'play', Switch: 'switch', Change: 'check' } as const;

/** One line for what to track: a ticket by key or words, or a free title; `#tag` anywhere; Enter does it. */
export function Composer({ label, verb, onWish, onCancel }: ComposerProps) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(Boolean(onCancel));
  const [active, setActive] = useState<number | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const isOnePress = useOnePress();
  const isSubmitting = useRef(false);
  const listId = useId();
  const typed = readWish(text);
  const { options, resolve } = useComposerOptions(text);
  const isRefused = useStartRefusal() !== null;
  // With words typed Enter takes the first option; with none it starts an empty timer, unless one is chosen.
  const shown = active ?? (typed.query ? 0 : null);

  useEffect(() => {
    // Typed before the page came to life.
    if (input.current?.value) setText(input.current.value);
  }, []);

  const done = (wish: Wish) => {
    setText('');
    setOpen(false);
    setActive(null);
    onWish(wish);
  };
  const submit = async () => {
    if (isRefused) return;
    if (verb === 'Change' && active === null && !text.trim()) {
      onCancel?.();
      return;
    }
    if (isSubmitting.current || !isOnePress()) return;
    isSubmitting.current = true;
    const option = active === null ? (await resolve())[shown ?? -1] : options[active];
    isSubmitting.current = false;
    done(option ? wishOf(option, typed) : freeWish(typed));
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen) setActive(nextIndex(shown, step, options.length));
      setOpen(true);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (isRefused) return;
      if (event.shiftKey) done(freeWish(typed));
      else void submit();
    } else if (event.key === 'Escape') {
      if (onCancel) onCancel();
      else if (isOpen) setOpen(false);
      else input.current?.blur();
    }
  };
  const leave = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    setOpen(false);
    if (onCancel && !text) onCancel();
  };

  return (
    <fieldset className="relative mt-4 min-w-0" onBlur={leave}>
      <div className="flex h-14 items-center gap-3 rounded-lg border border-line-control bg-surface pr-2 pl-4 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent">
        <Icon name="search" className="text-text-3" />
        <input
          ref={input}
          data-composer
          // biome-ignore lint/a11y/noAutofocus: it was opened by a press, to be typed into
          autoFocus={Boolean(onCancel)}
          role="combobox"
          aria-label={label}
          aria-expanded={isOpen && options.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && shown !== null && options[shown] ? `${listId}-${shown}` : undefined}
          placeholder="Ticket or title, #tag"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          value={text}
          disabled={isRefused}
          onChange={(event) => {
            setText(event.target.value);
            setActive(null);
            setOpen(true);
          }}
          onClick={() => setOpen(true)}
          onKeyDown={press}
          className="peer min-w-0 grow bg-transparent text-lg outline-none disabled:text-text-3"
        />
        {!onCancel && !text && <Kbd className="peer-focus:hidden max-md:hidden pointer-coarse:hidden">N</Kbd>}
        <Button
          variant="go"
          size="lg"
          icon={ICONS[verb]}
          keyHint="↵"
          disabled={isRefused}
          onClick={() => void submit()}
        >
          {verb}
        </Button>
      </div>
      {isOpen && options.length > 0 && (
        <ComposerList id={listId} options={options} active={shown} onChoose={(option) => done(wishOf(option, typed))} />
      )}
    </fieldset>
  );
}

function nextIndex(from: number | null, step: number, count: number): number | null {
  if (count === 0) return null;
  if (from === null) return step > 0 ? 0 : count - 1;
  return (from + step + count) % count;
}
