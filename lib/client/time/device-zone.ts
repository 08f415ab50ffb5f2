import { clockIn } from '#/lib/client/time/zone-time.ts';
import { DAY_MS } from '#/lib/core/duration.ts';

/** Cookies, so that the server renders the question in the first frame and nothing moves under a press. */
const ZONE_COOKIE = 'device_zone';
const KEPT_COOKIE = 'kept_zones';
const YEAR_S = 31_536_000;
/** The maximum of pairs of zones that a device remembers, latest first; they are sent with every request. */
const KEPT_PAIRS = 8;
/** Every day is compared: neighboring zones may change clocks two days apart, such as Jerusalem and Athens. */
const YEAR_DAYS = 366;

/** Stored on a device: its zone when it last loaded a page, and the pairs of zones not to ask about again. */
export type RememberedZones = { device: string | null; kept: readonly string[] };

/** IANA name of this device's zone, from its browser: perhaps an outdated one. */
export function deviceZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Engines name some zones differently (Asia/Calcutta, Asia/Kolkata); both are right. */
export function isSameZone(left: string, right: string): boolean {
  return left === right || canonical(left) === canonical(right);
}

/** Whether clocks show the same time in both zones for a year from an instant (epoch milliseconds). */
export function haveSameClock(left: string, right: string, from: number): boolean {
  for (let day = 0; day <= YEAR_DAYS; day += 1) {
    const at = from + day * DAY_MS;
    if (clockIn(left, at).offsetMs !== clockIn(right, at).offsetMs) return false;
  }
  return true;
}

/** `Lisbon` of `Europe/Lisbon`, `St Johns` of `America/St_Johns`. */
export function cityOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}

/** Whether the person has decided on this device to keep the account's zone while the device is in this one. */
export function isKeptPair(kept: readonly string[], device: string, account: string): boolean {
  return kept.includes(pairOf(device, account));
}

/** Reads them from the cookies: of the request, or of this device. */
export function rememberedZones(cookie: (name: string) => string | undefined): RememberedZones {
  return { device: cookie(ZONE_COOKIE) || null, kept: (cookie(KEPT_COOKIE) ?? '').split(',').filter(Boolean) };
}

/** The cookies of this device by name. A sandboxed frame has none. */
export function ownCookie(name: string): string | undefined {
  try {
    const pair = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
    return pair && decodeURIComponent(pair.slice(name.length + 1));
  } catch {
    return undefined;
  }
}

/** From now on the server knows this device's zone. */
export function rememberZone(): void {
  writeCookie(ZONE_COOKIE, deviceZone());
}

export function saveZonePair(device: string, account: string): void {
  const { kept } = rememberedZones(ownCookie);
  writeCookie(KEPT_COOKIE, [...kept, pairOf(device, account)].slice(-KEPT_PAIRS).join(','));
}

function writeCookie(name: string, value: string): void {
  const isSecure = window.location.protocol === 'https:';
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain HTTP, where many host this.
    document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_S}; samesite=lax${isSecure ? '; secure' : ''}`;
  } catch {
    // Blocked in a sandboxed frame: asked again on the next load.
  }
}

function pairOf(device: string, account: string): string {
  return `${canonical(device)}>${canonical(account)}`;
}

function canonical(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
}
