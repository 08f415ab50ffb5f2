'use client';

import { Suspense, useLayoutEffect, useMemo, useState } from 'react';
import { awaited, useAwaited } from '#/components/ui/use-awaited.ts';
import { atRest } from '#/lib/client/at-rest.ts';
import {
  deviceZone,
  haveSameClock,
  isKeptPair,
  isSameZone,
  type RememberedZones,
  rememberZone,
} from '#/lib/client/device-zone.ts';
import { useLive, useMe } from '#/lib/client/use-live.tsx';
import { clockIn } from '#/lib/client/zone-time.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

// Most devices are where their account is.
const QUESTION = awaited(() => import('#/components/accounts/zone-question.tsx').then((part) => part.ZoneQuestion));

/**
 * On a device in another zone than the account's: which of them counts. Asked once for each pair of zones, and not where
 * clocks show the same time for the whole year in both.
 */
export function ZoneBar({ remembered }: { remembered: RememberedZones }) {
  const account = useMe().user.time_zone;
  const device = useDeviceZone(remembered.device, account);
  const { clock } = useLive();
  const isAlike = useMemo(() => !device || haveSameClock(device, account, clock.now()), [device, account, clock]);
  const [kept, setKept] = useState<string | null>(null);
  const isAsked = device !== null && !isAlike && kept !== account && !isKeptPair(remembered.kept, device, account);
  const ZoneQuestion = useAwaited(QUESTION, isAsked);
  if (!isAsked) return null;
  return (
    <Suspense>
      <ZoneQuestion device={device} account={account} onKeep={() => setKept(account)} />
    </Suspense>
  );
}

/**
 * The zone of the device. Where its clock stands otherwise than the account's it is asked at once; else what was remembered
 * of it holds until the next load: its first answer takes long, and a bar that came so late would push the page down.
 */
function useDeviceZone(remembered: string | null, account: string): string | null {
  const { clock } = useLive();
  const [device, setDevice] = useState(remembered);
  // Before anything can be pressed: a bar that came into a drag would move what is dragged.
  useLayoutEffect(() => {
    const now = clock.now();
    const standsAlike = new Date(now).getTimezoneOffset() * -MINUTE_MS === clockIn(account, now).offsetMs;
    if (standsAlike) return atRest.add(rememberZone);
    rememberZone();
    // The server has told the name in use today.
    setDevice((told) => (told && isSameZone(told, deviceZone()) ? told : deviceZone()));
  }, [clock, account]);
  return device;
}
