'use client';

import { usePush } from '#/components/notifications/use-push.ts';
import { Button } from '#/components/ui/button.tsx';
import { Switch } from '#/components/ui/form/switch.tsx';
import type { PushState } from '#/lib/client/notifications/push-device.ts';

const STATE_HINTS: Record<PushState['kind'], string> = {
  off: 'Your browser will ask for permission.',
  on: 'This browser gets them until you sign out.',
  denied:
    'Notifications are blocked in this browser. Allow notifications in its settings for this site, then come back.',
  unsupported: 'This browser doesn’t support push messages here.',
};

/** Whether this browser gets push messages; asks for permission only when that is switched on. */
export function PushDevice() {
  const { state, text, isBusy, toggle, test } = usePush();
  return (
    <div className="grid gap-2">
      <Switch label="Push on this device" hint={STATE_HINTS[state.kind]} isOn={state.kind === 'on'} onChange={toggle} />
      <div className="flex min-h-8 items-center gap-3 pl-10">
        <Button
          size="sm"
          variant="soft"
          disabled={state.kind !== 'on'}
          busy={isBusy}
          busyLabel="Sending…"
          onClick={test}
        >
          Send test
        </Button>
        <p role="status" className="text-xs text-text-2">
          {text}
        </p>
      </div>
    </div>
  );
}
