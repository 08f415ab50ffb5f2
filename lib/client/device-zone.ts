const KEPT_KEY = 'kept_zones';
/** Pairs of zones that a device remembers, the latest. */
const KEPT_PAIRS = 20;

/** IANA name of the zone that this device is in. */
export function deviceZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Engines name some zones differently (Asia/Calcutta, Asia/Kolkata); both are right. */
export function isSameZone(left: string, right: string): boolean {
  return left === right || canonical(left) === canonical(right);
}

/** `Lisbon` of `Europe/Lisbon`, `St Johns` of `America/St_Johns`. */
export function cityOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}

/** Whether somebody has decided on this device to keep the account's zone while the device is in this one. */
export function isKeptPair(device: string, account: string): boolean {
  return readKept().includes(pairOf(device, account));
}

export function keepPair(device: string, account: string): void {
  try {
    const pairs = [...readKept(), pairOf(device, account)].slice(-KEPT_PAIRS);
    localStorage.setItem(KEPT_KEY, pairs.join(','));
  } catch {
    // Refused storage: kept until the next load.
  }
}

function readKept(): string[] {
  try {
    return (localStorage.getItem(KEPT_KEY) ?? '').split(',').filter(Boolean);
  } catch {
    return [];
  }
}

function pairOf(device: string, account: string): string {
  return `${canonical(device)}>${canonical(account)}`;
}

function canonical(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
}
