'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { Call } from '#/components/reference/try/call.ts';
import { type Result, sendCall } from '#/components/reference/try/send-call.ts';

/** A call and its response. Stopped when the panel closes. */
export function useCall() {
  const [result, setResult] = useState<Result | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const send = useCallback((call: Call, key: string | null) => {
    const controller = new AbortController();
    running.current = controller;
    return sendCall(call, key, controller.signal, setResult);
  }, []);
  const stop = useCallback(() => running.current?.abort(), []);
  const isOpen = result?.kind === 'sending' || (result?.kind === 'received' && result.end === null);
  return { result, isOpen, send, stop };
}
