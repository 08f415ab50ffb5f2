'use client';

import { useEffect } from 'react';

/** Today with its field open: the link to a new timer, and to a switch, from every other page. */
export const COMPOSE_HREF = '/?compose';

/** Opens the field for a visit to Today with that link. Returning to the page later does not open it again. */
export function useComposeFromLink(compose: () => void): void {
  useEffect(() => {
    if (!new URLSearchParams(window.location.search).has('compose')) return;
    window.history.replaceState(null, '', '/');
    compose();
  }, [compose]);
}
