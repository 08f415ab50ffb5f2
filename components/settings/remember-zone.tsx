'use client';

import { useEffect } from 'react';
import { rememberZone } from '#/lib/client/time/device-zone.ts';

/** On the pages before anyone is signed in: the first page after them then knows where the device is. */
export function RememberZone() {
  useEffect(rememberZone, []);
  return null;
}
