'use client';

import { useEffect } from 'react';

/** Today with its field open: the way to a new timer, and to other work, from every other page. */
export const COMPOSE_HREF = '/?compose';

/** Opens the field for who came to Today for it. Going back to the page later does not open it again. */
export function useComposeOnArrival(compose: () => void): void {
  useEffect(() => {
    if (!new URLSearchParams(window.location.search).has('compose')) return;
    window.history.replaceState(null, '', '/');
    compose();
  }, [compose]);
}
