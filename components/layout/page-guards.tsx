'use client';

import { ArrivalFocus } from '#/components/layout/arrival-focus.ts';
import { GuardSession } from '#/components/layout/guard-session.ts';
import { GuardUnsavedText } from '#/components/layout/guard-unsaved-text.ts';
import { ToastFocus } from '#/components/layout/toast-focus.ts';

/** Prevents typed text and the focus from being lost with removed parts of a page. */
export function PageGuards() {
  return (
    <>
      <GuardSession />
      <GuardUnsavedText />
      <ToastFocus />
      <ArrivalFocus />
    </>
  );
}
