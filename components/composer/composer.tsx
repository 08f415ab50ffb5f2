'use client';

import { type MouseEvent, useId } from 'react';
import type { ComposerDraft } from '#/components/composer/composer-draft.ts';
import { StartEarlier } from '#/components/composer/start-earlier.tsx';
import { TimerTypeChoice } from '#/components/composer/timer-type-choice.tsx';
import { useComposer } from '#/components/composer/use-composer.ts';
import { usePlanParts } from '#/components/plans/use-plan-parts.ts';
import { Button } from '#/components/ui/button.tsx';
import { Icon } from '#/components/ui/icon.tsx';
import { Kbd } from '#/components/ui/kbd.tsx';
import { useLazyModule } from '#/components/ui/use-lazy-module.ts';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import type { TimerDraft } from '#/lib/client/timers/timer-draft.ts';
import type { TimerType } from '#/lib/client/timers/type-choice.ts';

type ComposerProps = {
  /** Name of the field, for screen readers. */
  label: string;
  /** The action of Enter. */
  verb: 'Start' | 'Switch' | 'Change';
  onDraft: (timerDraft: TimerDraft, text: string) => void;
  /** It was opened by a click, or contains text to correct. */
  takesFocus?: boolean;
  /** Keeps the text while the field is closed. Without it the text is lost with the field. */
  draft?: ComposerDraft;
  /** The type whose phase continues, unless another is chosen. */
  keptType?: TimerType | undefined;
  /** With it the composer is open temporarily: Esc closes it. */
  onCancel?: (() => void) | undefined;
};

// The field works without this for a moment.
const PANEL = new LazyModule(() =>
  import('#/components/composer/composer-panel.tsx').then((part) => part.ComposerPanel),
);
const ALL_KINDS = ['ticket', 'project', 'tag', 'start', 'plan'] as const;
/** Start and project are edited in the entry. */
const SUBJECT_KINDS = ['ticket', 'tag'] as const;
const ICONS = { Start: 'play', Switch: 'switch', Change: 'check' } as const;

/** One line for what to track: a ticket by key, link, branch or words, or a free title; Enter does it. */
export function Composer({ label, verb, onDraft, takesFocus = false, draft, keptType, onCancel }: ComposerProps) {
  const listId = useId();
  const isStart = verb !== 'Change';
  const kinds = isStart ? ALL_KINDS : SUBJECT_KINDS;
  const composer = useComposer({
    kinds,
    takesNothing: isStart,
    isOpened: takesFocus,
    draft,
    keptType,
    onDraft,
    onCancel,
  });
  const { input, text, typed, timerType, options, isOpen, isRejected, shown } = composer;
  const Panel = useLazyModule(PANEL, isOpen, composer.close);
  // Loaded when the plan begins.
  usePlanParts(false);
  const typeMore = (more: string) => {
    composer.type(`${text.trimEnd()} ${more}`.trimStart());
    input.current?.focus();
  };
  return (
    <fieldset className="relative mt-4 min-w-0" onBlur={composer.leave} onKeyDown={composer.onBoxKey}>
      <div className="composer">
        <Icon name="search" className="text-text-3" />
        <input
          ref={input}
          data-composer={isStart || undefined}
          // biome-ignore lint/a11y/noAutofocus: it was opened by a click, or contains text to correct
          autoFocus={takesFocus}
          role="combobox"
          aria-label={label}
          aria-expanded={isOpen && options.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && shown !== null && options[shown] ? `${listId}-${shown}` : undefined}
          placeholder="Ticket, link, or title"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          value={text}
          disabled={isRejected}
          onChange={(event) => composer.type(event.target.value)}
          onClick={composer.open}
          onKeyDown={composer.onKeyDown}
          className="peer h-13 w-0 grow bg-transparent text-lg outline-none disabled:text-text-3"
        />
        {!onCancel && !text && <Kbd className="peer-focus:hidden max-md:hidden pointer-coarse:hidden">N</Kbd>}
        {isStart && (
          <StartEarlier
            isDisabled={isRejected}
            onStart={(minutesAgo) => void composer.submit({ minutesAgo })}
            onType={() => typeMore('since ')}
          />
        )}
        {isStart && (
          <TimerTypeChoice
            value={timerType.shown}
            isDisabled={isRejected}
            onChange={timerType.choose}
            onMouseDown={keepFocus}
          />
        )}
        <Button
          variant="go"
          size="lg"
          icon={ICONS[verb]}
          keyLabel="↵"
          disabled={isRejected}
          onClick={() => void composer.submit()}
        >
          {verb}
        </Button>
      </div>
      {isStart && timerType.Options && (
        <timerType.Options
          type={timerType.shown}
          choice={timerType.choice}
          typed={typed.plan}
          onChange={timerType.change}
          onType={typeMore}
          onMouseDown={keepFocus}
        />
      )}
      {isOpen && Panel && (
        <Panel
          listId={listId}
          kinds={kinds}
          typed={typed}
          options={options}
          active={shown}
          onChoose={(option) => void composer.done(option)}
          onKeepAsText={(part) => {
            composer.keepAsText(part);
            input.current?.focus();
          }}
        />
      )}
    </fieldset>
  );
}

/** A choice by pointer leaves the caret in the text. */
function keepFocus(event: MouseEvent): void {
  if (event.target instanceof Node && event.currentTarget.contains(event.target)) event.preventDefault();
}
