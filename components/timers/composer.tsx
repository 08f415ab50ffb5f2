'use client';

import { useId } from 'react';
import type { ComposerDraft } from '#/components/timers/composer-draft.ts';
import { StartEarlier } from '#/components/timers/start-earlier.tsx';
import { StartPlan } from '#/components/timers/start-plan.tsx';
import { useComposer } from '#/components/timers/use-composer.ts';
import { Button } from '#/components/ui/button.tsx';
import { Icon } from '#/components/ui/icon.tsx';
import { Kbd } from '#/components/ui/kbd.tsx';
import { useLate } from '#/components/ui/use-late.ts';
import { Late } from '#/lib/client/late.ts';
import type { Wish } from '#/lib/client/wish.ts';

type ComposerProps = {
  /** Name of the field, for ears. */
  label: string;
  /** What Enter does. */
  verb: 'Start' | 'Switch' | 'Change';
  onWish: (wish: Wish, text: string) => void;
  /** It was opened by a press, or holds words to be mended. */
  takesFocus?: boolean;
  /** Keeps the words while the field is closed. Without it they go with the field. */
  draft?: ComposerDraft;
  /** With it the composer is open for the moment: Esc closes it. */
  onCancel?: (() => void) | undefined;
};

// What the field can be typed into without.
const PANEL = new Late(() => import('#/components/timers/composer-panel.tsx').then((part) => part.ComposerPanel));
const EVERYTHING = ['ticket', 'project', 'tag', 'start', 'plan'] as const;
/** When it began, and for which project, is said where the entry is edited. */
const WHAT = ['ticket', 'tag'] as const;
const ICONS = { Start: 'play', Switch: 'switch', Change: 'check' } as const;

/** One line for what to track: a ticket by key, link, branch or words, or a free title; Enter does it. */
export function Composer({ label, verb, onWish, takesFocus = false, draft, onCancel }: ComposerProps) {
  const listId = useId();
  const isStart = verb !== 'Change';
  const kinds = isStart ? EVERYTHING : WHAT;
  const composer = useComposer({ kinds, takesNothing: isStart, isOpened: takesFocus, draft, onWish, onCancel });
  const { input, text, typed, options, isOpen, isRefused, shown } = composer;
  const Panel = useLate(PANEL, isOpen, composer.close);
  const typeMore = (words: string) => {
    composer.type(`${text.trimEnd()} ${words}`.trimStart());
    input.current?.focus();
  };
  return (
    <fieldset className="relative mt-4 min-w-0" onBlur={composer.leave}>
      <div className="flex h-14 items-center gap-3 rounded-lg border border-line-control bg-surface pr-2 pl-4 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent">
        <Icon name="search" className="text-text-3" />
        <input
          ref={input}
          data-composer={isStart || undefined}
          // biome-ignore lint/a11y/noAutofocus: it was opened by a press, or holds words to be mended
          autoFocus={takesFocus}
          role="combobox"
          aria-label={label}
          aria-expanded={isOpen && options.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && shown !== null && options[shown] ? `${listId}-${shown}` : undefined}
          placeholder="Ticket, link or title"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          value={text}
          disabled={isRefused}
          onChange={(event) => composer.type(event.target.value)}
          onClick={composer.open}
          onKeyDown={composer.press}
          className="peer min-w-0 grow bg-transparent text-lg outline-none disabled:text-text-3"
        />
        {!onCancel && !text && <Kbd className="peer-focus:hidden max-md:hidden pointer-coarse:hidden">N</Kbd>}
        {isStart && (
          <StartPlan isDisabled={isRefused} onStart={(plan) => void composer.submit({ plan })} onType={typeMore} />
        )}
        {isStart && (
          <StartEarlier
            isDisabled={isRefused}
            onStart={(minutesAgo) => void composer.submit({ minutesAgo })}
            onType={() => typeMore('since ')}
          />
        )}
        <Button
          variant="go"
          size="lg"
          icon={ICONS[verb]}
          keyHint="↵"
          disabled={isRefused}
          onClick={() => void composer.submit()}
        >
          {verb}
        </Button>
      </div>
      {isOpen && Panel && (
        <Panel
          listId={listId}
          kinds={kinds}
          typed={typed}
          options={options}
          active={shown}
          onChoose={(option) => void composer.done(option)}
          onTakeAsWords={(part) => {
            composer.takeAsWords(part);
            input.current?.focus();
          }}
        />
      )}
    </fieldset>
  );
}
