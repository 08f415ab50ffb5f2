'use client';

import { useLayoutEffect, useMemo, useState } from 'react';
import { useAccountActions } from '#/components/settings/account-actions.tsx';
import { Button } from '#/components/ui/button.tsx';
import { Notice } from '#/components/ui/notice.tsx';
import { useLive, useMe } from '#/lib/client/live/use-live.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import { whenIdle } from '#/lib/client/page/idle-queue.ts';
import {
  cityOf,
  deviceZone,
  haveSameClock,
  isKeptPair,
  isSameZone,
  type RememberedZones,
  rememberZone,
  saveZonePair,
} from '#/lib/client/time/device-zone.ts';
import { clockIn } from '#/lib/client/time/zone-time.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

// Pressed only once. The question itself is here from the first frame: later it would move the page.
const SAVE = new LazyModule(() => import('#/components/settings/save-settings.ts').then((part) => part.saveOrToast));

/**
 * On a device in another zone than the account's: asks which of them counts. Asked once for each pair of zones, and not
 * if clocks show the same time for the whole year in both.
 */
export function ZoneBar({ remembered }: { remembered: RememberedZones }) {
  const account = useMe().user.time_zone;
  const device = useDeviceZone(remembered.device, account);
  const { editSettings } = useAccountActions();
  const { clock, me, toasts } = useLive();
  const isAlike = useMemo(() => !device || haveSameClock(device, account, clock.now()), [device, account, clock]);
  const [kept, setKept] = useState<string | null>(null);
  if (!device || isAlike) return null;
  if (kept === account || isKeptPair(remembered.kept, device, account)) return null;
  const keep = () => {
    saveZonePair(device, account);
    setKept(account);
  };
  // It applies at once, and the question disappears.
  const use = () =>
    SAVE.get()
      .then((save) => save({ editSettings, me, toasts }, { time_zone: device }))
      .catch(() => toasts.show({ icon: 'warning', lead: 'Not saved.', text: 'Try again.' }));
  return (
    <Notice icon="clock" className="items-start rounded-none border-b border-line px-4 md:px-8 [&>svg]:mt-1.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="py-1">
          This device is in {cityOf(device)}, your account in {cityOf(account)}. Days follow {cityOf(account)}.
        </p>
        <div className="flex flex-wrap gap-2 md:ml-auto">
          <Button variant="soft" size="sm" onClick={() => void use()}>
            Use {cityOf(device)}
          </Button>
          <Button variant="ghost" size="sm" onClick={keep}>
            Keep {cityOf(account)}
          </Button>
        </div>
      </div>
    </Notice>
  );
}

/**
 * The zone of the device. If its clock differs from the account's it is asked about at once; else the remembered zone
 * applies until the next load: the first call takes long, and a late bar would push the page down.
 */
function useDeviceZone(remembered: string | null, account: string): string | null {
  const { clock } = useLive();
  const [device, setDevice] = useState(remembered);
  // Before anything can be pressed: a bar that appears during a drag would move what is dragged.
  useLayoutEffect(() => {
    const now = clock.now();
    const standsAlike = new Date(now).getTimezoneOffset() * -MINUTE_MS === clockIn(account, now).offsetMs;
    if (standsAlike) return whenIdle.add(rememberZone);
    rememberZone();
    // The server has sent today's name of the zone.
    setDevice((known) => (known && isSameZone(known, deviceZone()) ? known : deviceZone()));
  }, [clock, account]);
  return device;
}
