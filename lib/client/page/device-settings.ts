import type { ThemeChoice } from '#/lib/client/page/theme.ts';

/** Settings that used to be stored on each device, and are part of the account now. */
type DeviceSettings = { single_keys?: false; theme?: Exclude<ThemeChoice, 'system'> };

const KEYS = ['single_keys', 'theme'] as const;

/** Settings still stored on this device. Private windows may block storage: then there are none. */
export function readDeviceSettings(): DeviceSettings {
  const [keys, theme] = KEYS.map(read);
  return {
    ...(keys === 'off' && { single_keys: false }),
    ...((theme === 'light' || theme === 'dark') && { theme }),
  };
}

export function clearDeviceSettings(): void {
  try {
    for (const key of KEYS) localStorage.removeItem(key);
  } catch {
    // Blocked storage has nothing to delete.
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
