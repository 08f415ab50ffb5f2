'use client';

import { Suspense, useLayoutEffect, useState } from 'react';
import { awaited, useAwaited } from '#/components/ui/use-awaited.ts';
import { useLive, useMe } from '#/lib/client/live/use-live.tsx';
import { atRest } from '#/lib/client/page/at-rest.ts';
import { deviceZone, isSameZone, type RememberedZones, rememberZone } from '#/lib/client/time/device-zone.ts';
import { clockIn } from '#/lib/client/time/zone-time.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

// Most devices are where their account is.
const QUESTION = awaited(() => import('#/components/settings/zone-question.tsx').then((part) => part.ZoneQuestion));

/** On a device in another zone than the account's: which of them counts. */
export function ZoneBar({ remembered }: { remembered: RememberedZones }) {
  const account = useMe().user.time_zone;
  const device = useDeviceZone(remembered.device, account);
  const isElsewhere = device !== null && !isSameZone(device, account);
  const ZoneQuestion = useAwaited(QUESTION, isElsewhere);
  if (!isElsewhere) return null;
  return (
    <Suspense>
      <ZoneQuestion device={device} account={account} kept={remembered.kept} />
    </Suspense>
  );
}

/**
 * The zone of the device. Where its clock stands otherwise than the account's it is asked at once; else what was remembered
 * of it holds until the next load: its first response takes long, and a bar that came so late would push the page down.
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
