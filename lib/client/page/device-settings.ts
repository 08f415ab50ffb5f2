import type { ThemeChoice } from '#/lib/client/page/theme.ts';

/** What used to be kept on each device, and is part of the account now. */
type DeviceSettings = { single_keys?: false; theme?: Exclude<ThemeChoice, 'system'> };

const KEYS = ['single_keys', 'theme'] as const;

/** What this device still holds. Private windows may refuse storage: then it holds nothing. */
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
    // Refused storage holds nothing to forget.
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
