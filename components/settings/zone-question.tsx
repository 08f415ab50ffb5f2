'use client';

import { useMemo, useState } from 'react';
import { useShortcutSettings } from '#/components/settings/use-settings.ts';
import { Button } from '#/components/ui/button.tsx';
import { Notice } from '#/components/ui/notice.tsx';
import { useLive } from '#/lib/client/live/use-live.tsx';
import {
  cityOf,
  haveSameClock,
  isKeptPair,
  type RememberedZones,
  saveZonePair,
} from '#/lib/client/time/device-zone.ts';

type Props = { device: string; account: string; kept: RememberedZones['kept'] };

/** Asked once for each pair of zones, and not where clocks show the same time for the whole year in both. */
export function ZoneQuestion({ device, account, kept: keptPairs }: Props) {
  const press = useShortcutSettings();
  const { clock } = useLive();
  const isAlike = useMemo(() => haveSameClock(device, account, clock.now()), [device, account, clock]);
  const [kept, setKept] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  if (isAlike || kept === account || isKeptPair(keptPairs, device, account)) return null;
  const keep = () => {
    saveZonePair(device, account);
    setKept(account);
  };
  const use = async () => {
    setBusy(true);
    await press({ time_zone: device });
    setBusy(false);
  };
  return (
    <Notice icon="clock" className="items-start rounded-none border-b border-line px-4 md:px-8 [&>svg]:mt-1.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="py-1">
          This device is in {cityOf(device)}, your account in {cityOf(account)}. Days follow {cityOf(account)}.
        </p>
        <div className="flex flex-wrap gap-2 md:ml-auto">
          <Button variant="soft" size="sm" busy={isBusy} busyLabel="Saving…" onClick={() => void use()}>
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
