'use client';

import { useState } from 'react';
import { usePressSettings } from '#/components/accounts/use-settings.ts';
import { Button } from '#/components/ui/button.tsx';
import { Notice } from '#/components/ui/notice.tsx';
import { cityOf, keepPair } from '#/lib/client/device-zone.ts';

type Props = { device: string; account: string; onKeep: () => void };

/** Which of two zones counts: that of the device, or the account's. */
export function ZoneQuestion({ device, account, onKeep }: Props) {
  const press = usePressSettings();
  const [isBusy, setBusy] = useState(false);
  const keep = () => {
    keepPair(device, account);
    onKeep();
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
