'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { SECOND_MS } from '#/lib/core/duration.ts';

const ASK_EVERY_MS = 5 * SECOND_MS;
/** If the connection loses a request, it is repeated after this time. */
const RESPONSE_WITHIN_MS = 4 * SECOND_MS;
const OWN_PATH = '/offline';

/**
 * Polls the server and returns to the wanted page when it responds, unless typed text would be lost. `isBack` is true
 * if the last poll got a response.
 */
export function useReturnWhenOnline(isHeld: boolean): { isChecking: boolean; isBack: boolean; check: () => void } {
  const [isChecking, setChecking] = useState(false);
  const [isBack, setBack] = useState(false);
  const held = useRef(isHeld);
  useEffect(() => {
    held.current = isHeld;
  }, [isHeld]);
  const checkServer = useCallback(async () => {
    const isResponding = await isServiceResponding();
    setBack(isResponding);
    if (isResponding && !held.current) goBack();
  }, []);
  const check = useCallback(() => {
    setChecking(true);
    void checkServer().finally(() => setChecking(false));
  }, [checkServer]);
  useEffect(() => {
    const interval = setInterval(() => void checkServer(), ASK_EVERY_MS);
    window.addEventListener('online', check);
    return () => {
      clearInterval(interval);
      window.removeEventListener('online', check);
    };
  }, [checkServer, check]);
  return { isChecking, isBack, check };
}

async function isServiceResponding(): Promise<boolean> {
  try {
    return (await fetch('/ping', { cache: 'no-store', signal: AbortSignal.timeout(RESPONSE_WITHIN_MS) })).ok;
  } catch {
    return false;
  }
}

function goBack(): void {
  if (window.location.pathname === OWN_PATH) window.location.replace('/');
  else window.location.reload();
}
