'use client';

import { createContext, type FocusEvent, useContext, useEffect, useRef, useState } from 'react';
import { Button, type ButtonProps } from '#/components/ui/button.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { useLeaveGuard } from '#/components/ui/dialog/use-leave-guard.ts';

/** What closing would lose, and the labels of the buttons. */
export type DiscardPrompt = { label: string; keep: string; close: string };

const TYPED: DiscardPrompt = { label: 'Discard what you typed?', keep: 'Keep editing', close: 'Discard' };

const SIGNED_OUT: DiscardPrompt = {
  label: 'You’re signed out. Sign in from another tab to keep what you typed.',
  keep: 'Keep editing',
  close: 'Discard and sign in',
};

/** Closes the form or asks, as Esc does. */
export const CloseContext = createContext<() => void>(() => {});

type ShowPrompt = (question: DiscardPrompt | null) => void;
export const DiscardPromptContext = createContext<ShowPrompt>(() => {});

/** Makes the surrounding dialog ask this before Esc closes it, as long as it is not null. */
export function useDiscardPrompt(question: DiscardPrompt | null): void {
  const showPrompt = useContext(DiscardPromptContext);
  useEffect(() => {
    showPrompt(question);
    return () => showPrompt(null);
  }, [showPrompt, question]);
}

type CancelButtonProps = Pick<ButtonProps, 'size' | 'variant' | 'className'> & { children?: string };

/** Discards the form of the surrounding dialog, as Esc does: it asks before typed text is lost. */
export function CancelButton({ children = 'Cancel', ...look }: CancelButtonProps) {
  return (
    <Button {...look} onClick={useContext(CloseContext)}>
      {children}
    </Button>
  );
}

/**
 * Closes a form at once, or asks when its values have changed, or its content requires it. The page is left in the same
 * way.
 */
export function useCloseGuard(isAsking: boolean, onClose: () => void) {
  const form = useRef<{ element: HTMLFormElement; values: string } | null>(null);
  const prompt = useRef<DiscardPrompt | null>(null);
  const before = useRef<HTMLElement | null>(null);
  const field = useRef<HTMLElement | null>(null);
  const leave = useRef<(() => void) | null>(null);
  const isDone = useRef(false);
  /** Requested repeatedly while the session has ended; shown once, and again after a submit. */
  const hasPromptedSignOut = useRef(false);
  const [question, setQuestion] = useState<DiscardPrompt | null>(null);
  const [setPrompt] = useState(() => (next: DiscardPrompt | null) => {
    prompt.current = next;
  });
  const keep = () => {
    setQuestion(null);
    before.current?.focus();
  };
  const findLoss = () => {
    const isChanged = form.current?.element.isConnected && valuesOf(form.current.element) !== form.current.values;
    return isAsking ? (prompt.current ?? (isChanged ? TYPED : null)) : null;
  };
  const ask = (next: DiscardPrompt) => {
    // By a button of the form: the focus returns to the field it left.
    before.current = field.current?.isConnected ? field.current : null;
    setQuestion(next);
  };
  useLeaveGuard({
    isAtRisk: () => (prompt.current !== null || !isDone.current) && findLoss() !== null,
    ask: (next) => {
      leave.current = next;
      ask(findLoss() ?? TYPED);
    },
    keepSignedOut: (next) => {
      if (!findLoss()) return false;
      leave.current = next;
      if (!hasPromptedSignOut.current) ask(SIGNED_OUT);
      hasPromptedSignOut.current = true;
      return true;
    },
  });
  useEffect(() => {
    const end = new AbortController();
    const listenTo = (type: string, done: boolean) =>
      window.addEventListener(
        type,
        ({ target }) => {
          if (!(target instanceof Node && form.current?.element.contains(target))) return;
          isDone.current = done;
          if (done) hasPromptedSignOut.current = false;
        },
        { capture: true, signal: end.signal },
      );
    // A submit may lead to another page; text typed after a rejection must not be lost.
    listenTo('submit', true);
    listenTo('input', false);
    return () => end.abort();
  }, []);
  return {
    question,
    setPrompt,
    keep,
    /** Closes, and continues the navigation that was asked about. */
    discard(): void {
      isDone.current = true;
      prompt.current = null;
      onClose();
      leave.current?.();
    },
    /** Remembers the values of the form before anything is typed into it. */
    note({ target, currentTarget }: FocusEvent<HTMLElement>): void {
      if (target.matches('input, textarea, select')) field.current = target;
      isDone.current = false;
      const element = target.closest('form') ?? currentTarget.querySelector('form');
      if (element && form.current?.element !== element) form.current = { element, values: valuesOf(element) };
    },
    close(): void {
      if (question) {
        keep();
        return;
      }
      leave.current = null;
      const loss = findLoss();
      if (loss) ask(loss);
      else onClose();
    },
  };
}

function valuesOf(form: HTMLFormElement): string {
  const fields = [...form.elements].map((field) => {
    if (field instanceof HTMLInputElement)
      return field.matches('[type=checkbox], [type=radio]') ? field.checked : field.value;
    return field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement ? field.value : null;
  });
  return JSON.stringify(fields.filter((value) => value !== null));
}

type BarProps = {
  question: DiscardPrompt;
  onKeep: () => void;
  onClose: () => void;
  /** Within a row. */
  isInline?: boolean;
};

/** Asks at the bottom of what would close; Esc and Enter keep it open. */
export function DiscardPromptBar({ question, onKeep, onClose, isInline = false }: BarProps) {
  const size = isInline ? 'sm' : 'md';
  return (
    <div
      role="alert"
      className={classNames(
        'flex flex-wrap items-center justify-end gap-2',
        isInline ? 'mt-2' : 'sticky -bottom-6 z-10 -mx-6 mt-4 -mb-6 border-t border-line bg-surface px-6 py-4',
      )}
    >
      <p className="font-medium max-sm:w-full sm:w-48 sm:grow">{question.label}</p>
      {/* The end of the session may be reported in the middle of a word. */}
      <Button autoFocus={question !== SIGNED_OUT} size={size} className="pointer-coarse:h-11" onClick={onKeep}>
        {question.keep}
      </Button>
      <Button variant="danger" size={size} className="pointer-coarse:h-11" onClick={onClose}>
        {question.close}
      </Button>
    </div>
  );
}
