'use client';

import { useSyncExternalStore } from 'react';
import { SNAPS } from '#/lib/client/calendar-drag.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

export type Snap = (typeof SNAPS)[number];

const KEY = 'calendar-snap';
const FIRST: Snap = 15;
const listeners = new Set<() => void>();

/** To how many minutes drags are rounded, on this device, and a way to change it. */
export function useSnap(): readonly [Snap, (minutes: Snap) => void] {
  const snap = useSyncExternalStore(subscribe, read, () => FIRST);
  return [snap, choose];
}

export function stepOf(snap: Snap, isFine: boolean): number {
  return (isFine ? 1 : snap) * MINUTE_MS;
}

function read(): Snap {
  const kept = Number(localStorage.getItem(KEY));
  return SNAPS.find((minutes) => minutes === kept) ?? FIRST;
}

function choose(minutes: Snap): void {
  localStorage.setItem(KEY, String(minutes));
  for (const listener of listeners) listener();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
