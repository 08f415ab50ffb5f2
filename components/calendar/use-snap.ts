'use client';

import { useSyncExternalStore } from 'react';
import { SNAPS } from '#/lib/client/calendar/calendar-drag.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import { Store } from '#/lib/core/store.ts';

export type Snap = (typeof SNAPS)[number];

const KEY = 'calendar-snap';
const FIRST: Snap = 15;
const changes = new Store(0);

/** The minutes to which drags are rounded, on this device, and a setter. */
export function useSnap(): readonly [Snap, (minutes: Snap) => void] {
  const snap = useSyncExternalStore(changes.subscribe, read, () => FIRST);
  return [snap, choose];
}

export function stepOf(snap: Snap, isFine: boolean): number {
  return (isFine ? 1 : snap) * MINUTE_MS;
}

/** The choice since the page was opened, if storage is blocked. */
let chosen: Snap | undefined;

function read(): Snap {
  return chosen ?? stored() ?? FIRST;
}

function choose(minutes: Snap): void {
  chosen = minutes;
  try {
    localStorage.setItem(KEY, String(minutes));
  } catch {
    // Private windows may block storage: it holds until the page is closed.
  }
  changes.set(changes.current() + 1);
}

function stored(): Snap | undefined {
  try {
    const kept = Number(localStorage.getItem(KEY));
    return SNAPS.find((minutes) => minutes === kept);
  } catch {
    return undefined;
  }
}
