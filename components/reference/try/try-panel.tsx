'use client';

import { type KeyboardEvent, type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import { buildCall, type Call, type Errors, keyError } from '#/components/reference/try/call.ts';
import type { CallableDocument } from '#/components/reference/try/callable.ts';
import { asCurl, asTypeScript } from '#/components/reference/try/copied-call.ts';
import { CopyCall } from '#/components/reference/try/copy-call.tsx';
import { KeyField } from '#/components/reference/try/key-field.tsx';
import { firstValues, IDEMPOTENCY_KEY, operationForm, type Values } from '#/components/reference/try/operation-form.ts';
import { isFinal } from '#/components/reference/try/send-call.ts';
import { TryFields } from '#/components/reference/try/try-fields.tsx';
import { TryResult } from '#/components/reference/try/try-result.tsx';
import { useCall } from '#/components/reference/try/use-call.ts';
import { Button } from '#/components/ui/button.tsx';
import { Drawer } from '#/components/ui/dialog/drawer.tsx';
import { useInvalidFocus } from '#/components/ui/form/use-invalid-focus.ts';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { Notice } from '#/components/ui/notice.tsx';
import { randomId } from '#/lib/client/http/random-id.ts';

type Props = {
  api: CallableDocument;
  operationId: string;
  apiKey: string;
  /** Filled-in values, by operation. */
  drafts: Map<string, Values>;
  onApiKey: (key: string) => void;
  onClose: () => void;
};

/** One call of the API: filled in, sent with a key, and copied. Next to the text; on a phone a full page. */
export function TryPanel({ api, operationId, apiKey, drafts, onApiKey, onClose }: Props) {
  const form = useMemo(() => operationForm(api, operationId), [api, operationId]);
  const [freshKey, setFreshKey] = useState(() => drafts.get(operationId)?.[IDEMPOTENCY_KEY] ?? randomId());
  const [values, setValues] = useState(() => drafts.get(operationId) ?? firstValues(form, freshKey));
  useEffect(() => void drafts.set(operationId, values), [drafts, operationId, values]);
  const [errors, setErrors] = useState<Errors>({});
  const formElement = useRef<HTMLFormElement>(null);
  const focusInvalid = useInvalidFocus(formElement);
  const { result, isOpen, send, stop } = useCall();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useEscape(onClose);

  function change(key: string, value: string) {
    setValues((now) => ({ ...now, [key]: value }));
    correct(key);
  }

  function correct(key: string) {
    setErrors(({ [key]: _corrected, ...others }) => others);
  }

  /** The filled-in call; null with errors, which are then shown. */
  function filledIn(more: Errors = {}): Call | null {
    const built = buildCall(form, values);
    const wrong = { ...('errors' in built ? built.errors : {}), ...more };
    setErrors(wrong);
    if ('call' in built && Object.keys(wrong).length === 0) return built.call;
    focusInvalid();
    return null;
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isOpen) return;
    const wrongKey = form.takesKey ? keyError(apiKey) : null;
    const call = filledIn(wrongKey === null ? {} : { key: wrongKey });
    if (!call) return;
    const result = await send(call, form.takesKey ? apiKey.trim() : null);
    if (isFinal(result) && values[IDEMPOTENCY_KEY] === freshKey) renewKey();
  }

  function renewKey() {
    const fresh = randomId();
    setFreshKey(fresh);
    setValues((now) => ({ ...now, [IDEMPOTENCY_KEY]: fresh }));
  }

  const { origin } = location;
  return (
    <Drawer
      label={`Try it: ${form.summary}`}
      className="max-md:fixed max-md:inset-0 max-md:z-30 max-md:overflow-y-auto xl:fixed xl:top-(--head-bottom,48px) xl:bottom-0 xl:z-20 xl:h-auto xl:shadow-dialog"
    >
      <header className="px-4 pt-4 pb-4 md:px-6">
        <div className="flex items-start gap-3">
          <h2 ref={heading} tabIndex={-1} className="min-w-0 grow text-lg font-semibold outline-none">
            {form.summary}
          </h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </div>
        <p className="mt-1 font-mono text-xs wrap-anywhere text-text-2">
          <b className="font-medium text-text">{form.method}</b> {form.basePath}
          {form.path}
        </p>
        {form.isForSessions && (
          <Notice tone="warn" className="mt-3">
            Only a signed-in browser may call this. With an API key it returns 403.
          </Notice>
        )}
      </header>
      <form
        ref={formElement}
        noValidate
        onSubmit={submit}
        onKeyDown={submitByKey}
        className="grid gap-4 border-t border-line px-4 py-4 md:px-6"
      >
        {form.takesKey && (
          <KeyField
            value={apiKey}
            error={errors.key ?? null}
            onChange={(key) => {
              onApiKey(key);
              correct('key');
            }}
          />
        )}
        <TryFields form={form} values={values} errors={errors} onChange={change} />
        {form.isChange && (
          <p className="text-text-2">
            This is a real call.{form.takesKey && ' Changes are made in the workspace that the key belongs to.'}
          </p>
        )}
        <SendBar isDestructive={form.isDestructive} isOpen={isOpen} onStop={stop} />
        <div className="-mt-1 -ml-1 flex flex-wrap gap-x-3">
          <CopyCall what="cURL" text={() => textOf(filledIn(), (call) => asCurl(form, call, origin))} />
          <CopyCall
            what="TypeScript"
            text={() => textOf(filledIn(), (call) => asTypeScript(form, values, call, origin))}
          />
        </div>
      </form>
      <TryResult result={result} repeat={form.isChange ? (values[IDEMPOTENCY_KEY] ? 'keyed' : 'repeats') : 'reads'} />
    </Drawer>
  );
}

const textOf = (call: Call | null, write: (call: Call) => string) => call && write(call);

type SendBarProps = { isDestructive: boolean; isOpen: boolean; onStop: () => void };

function SendBar({ isDestructive, isOpen, onStop }: SendBarProps) {
  const send = useRef<HTMLButtonElement>(null);
  const stop = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const button = stop.current;
    // It is removed when the response arrives.
    return () => {
      if (button === document.activeElement || document.activeElement === document.body) send.current?.focus();
    };
  }, [isOpen]);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        ref={send}
        type="submit"
        variant={isDestructive ? 'danger' : 'ink'}
        keyLabel="⌘ ↵"
        busy={isOpen}
        busyLabel="Sending…"
      >
        Send
      </Button>
      {isOpen && (
        <Button ref={stop} onClick={onStop}>
          Stop
        </Button>
      )}
    </div>
  );
}

/** ⌘↵ sends from every field, once however long it is held. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || event.metaKey === event.ctrlKey) return;
  event.preventDefault();
  if (!event.repeat) event.currentTarget.requestSubmit();
}

function useEscape(onClose: () => void): void {
  useEffect(() => {
    const handle = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      onClose();
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, [onClose]);
}
