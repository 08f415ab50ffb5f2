'use client';

import { type RefObject, useMemo, useRef, useState } from 'react';
import { type CallableDocument, callableIn } from '#/components/reference/try/callable.ts';
import type { Values } from '#/components/reference/try/operation-form.ts';
import { TryButtons } from '#/components/reference/try/try-buttons.tsx';
import { focusBack } from '#/components/ui/dialog/opener.ts';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';

const PANEL = new LazyModule(() => import('#/components/reference/try/try-panel.tsx').then((part) => part.TryPanel));

type Props = { api: CallableDocument; tag: string | null; drawing: RefObject<HTMLElement | null> };

/**
 * Buttons in Redoc's drawing, and the panel that they open. The API key and the form stay as long as the reference is
 * open, and nowhere else.
 */
export function TryCalls({ api, tag, drawing }: Props) {
  const [opened, setOpened] = useState<string | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const [apiKey, setApiKey] = useState('');
  const drafts = useRef(new Map<string, Values>());
  const operations = useMemo(() => callableIn(api, tag), [api, tag]);
  const TryPanel = PANEL.loaded();

  async function open(operationId: string) {
    setMissing(null);
    try {
      await PANEL.get();
      setOpened(operationId);
    } catch {
      setMissing(operationId);
    }
  }

  function close() {
    // By its name: Redoc may have drawn the section again in the meantime, or another one.
    const button = document.querySelector<HTMLElement>(`[data-try="${opened}"] button`);
    setOpened(null);
    if (button) button.focus();
    else focusBack(null);
  }

  return (
    <>
      <TryButtons operations={operations} drawing={drawing} missing={missing} onOpen={open} />
      {opened !== null && TryPanel && (
        <TryPanel
          key={opened}
          api={api}
          operationId={opened}
          apiKey={apiKey}
          drafts={drafts.current}
          onApiKey={setApiKey}
          onClose={close}
        />
      )}
    </>
  );
}
