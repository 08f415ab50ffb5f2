'use client';

import { type FormEvent, type SubmitEvent, useEffect, useRef, useState, useTransition } from 'react';
import type { FormError, FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { UNREACHABLE } from '#/lib/client/http/unreachable.ts';

type Action<T> = (form: FormData) => Promise<FormOutcome<T>>;

/**
 * Submits a form to its action. Typed text stays whatever the response; an error moves the focus to the first invalid
 * field. Spread `form` on the form element.
 */
export function useForm<T>(action: Action<T>, onDone?: (value: T) => void) {
  const ref = useRef<HTMLFormElement>(null);
  const [rejection, setRejection] = useState<FormError | null>(null);
  /** Fields that were changed since: their earlier errors no longer apply. */
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, start] = useTransition();

  function send(sent: FormData) {
    start(async () => {
      const outcome = await action(sent).catch(() => UNREACHABLE);
      setRejection(outcome.ok ? null : outcome);
      setChanged(new Set());
      if (outcome.ok) onDone?.(outcome.value);
    });
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    // By default, React would empty the fields after the action.
    event.preventDefault();
    if (!isBusy) send(new FormData(event.currentTarget));
  }

  function onInput({ target }: FormEvent<HTMLFormElement>) {
    const name = (target as Partial<HTMLInputElement>).name;
    if (rejection && name && !changed.has(name)) setChanged(new Set([...changed, name]));
  }

  useEffect(() => {
    if (rejection) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [rejection]);

  return {
    // `action` is for a submit before React hydrates: it is queued and sent then, instead of being put into the URL.
    form: { ref, onSubmit, onInput, action: send, noValidate: true },
    isBusy,
    message: rejection?.message ?? null,
    errorOf: (field: string) => (changed.has(field) ? undefined : rejection?.fields[field]),
    clear: () => setRejection(null),
  };
}
