'use client';

import { GuardSession } from '#/components/layout/guard-session.ts';
import { GuardUnsavedText } from '#/components/layout/guard-unsaved-text.ts';
import { NavigationFocus } from '#/components/layout/navigation-focus.ts';
import { ToastFocus } from '#/components/layout/toast-focus.ts';

/** Prevents typed text and the focus from being lost with removed parts of a page. */
export function PageGuards() {
  return (
    <>
      <GuardSession />
      <GuardUnsavedText />
      <ToastFocus />
      <NavigationFocus />
    </>
  );
}
