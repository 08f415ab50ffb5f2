'use client';

import { useState, useSyncExternalStore } from 'react';
import { usePressSettings } from '#/components/accounts/use-settings.ts';
import { Button } from '#/components/ui/button.tsx';
import { Notice } from '#/components/ui/notice.tsx';
import { cityOf, deviceZone, isKeptPair, isSameZone, keepPair } from '#/lib/client/device-zone.ts';
import { useMe } from '#/lib/client/use-live.tsx';

/** On a device in another zone than the account's: which of them counts. Asked once for each pair of zones. */
export function ZoneBar() {
  const account = useMe().user.time_zone;
  const device = useSyncExternalStore(never, deviceZone, () => null);
  const press = usePressSettings();
  const [kept, setKept] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  if (!device || isSameZone(device, account) || kept === account || isKeptPair(device, account)) return null;
  const keep = () => {
    keepPair(device, account);
    setKept(account);
  };
  const use = async () => {
    setBusy(true);
    await press({ time_zone: device });
    setBusy(false);
  };
  return (
    <Notice icon="clock" className="rounded-none border-b border-line px-4 md:px-8">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p>
          This device is in {cityOf(device)}, your account in {cityOf(account)}. Days follow {cityOf(account)}.
        </p>
        <div className="flex gap-2 md:ml-auto">
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

const never = () => () => {};
