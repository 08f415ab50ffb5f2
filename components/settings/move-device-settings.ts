'use client';

import { useEffect } from 'react';
import { useEditSettings } from '#/components/settings/use-settings.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { clearDeviceSettings, readDeviceSettings } from '#/lib/client/page/device-settings.ts';

/** Moves settings once saved on this device into the account, unless the account has its own. */
export function MoveDeviceSettings(): null {
  const { me } = useLive();
  const editSettings = useEditSettings();
  useEffect(() => {
    const { theme, single_keys } = readDeviceSettings();
    const { user } = me.current();
    const change = {
      ...(theme && user.theme === 'system' && { theme }),
      ...(single_keys === false && user.single_keys && { single_keys }),
    };
    if (Object.keys(change).length === 0) clearDeviceSettings();
    // An unsaved one stays on the device, for the next load.
    else void editSettings(change).then((outcome) => outcome.ok && clearDeviceSettings());
  }, [me, editSettings]);
  return null;
}
