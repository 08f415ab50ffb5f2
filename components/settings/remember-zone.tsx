'use client';

import { useEffect } from 'react';
import { rememberZone } from '#/lib/client/time/device-zone.ts';

/** On pages before sign-in: the first page afterwards then knows the device's zone. */
export function RememberZone() {
  useEffect(rememberZone, []);
  return null;
}
