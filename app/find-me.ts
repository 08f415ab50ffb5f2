import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import { fetchApi } from '#/app/_server/page-api.ts';
import { findActor } from '#/app/_server/require-actor.ts';
import type { MeJson } from '#/lib/accounts/me/me-schemas.ts';
import { type RememberedZones, rememberedZones } from '#/lib/client/time/device-zone.ts';
import { type HourCycle, hourCycleOf } from '#/lib/client/time/time-style.ts';
import { defaultSystem } from '#/lib/context/default-system.ts';
import { isTimeZone } from '#/lib/core/time-zone.ts';
import { currentZoneName } from '#/lib/core/zone-names.ts';

/** The signed-in user with their settings, or null. Loaded once per request. */
export const findMe = cache(async (): Promise<MeJson | null> => {
  return (await findActor()) ? ((await fetchApi('/me')) as MeJson) : null;
});

/** The server's time at this request, from what the layout also loads, so that a page makes only its own requests. */
export async function serverNow(): Promise<number> {
  const me = await findMe();
  if (me) return Date.parse(me.server_time);
  const { db, clock } = defaultSystem();
  return (await clock.now(db)).getTime();
}

/** The clock format of the browser's language. */
export async function localCycle(): Promise<HourCycle> {
  return hourCycleOf((await headers()).get('accept-language'));
}

/** The zone that the device reported when it last loaded a page, and those it was already asked about. */
export async function zonesOfDevice(): Promise<RememberedZones> {
  const sent = await cookies();
  const { device, kept } = rememberedZones((name) => sent.get(name)?.value);
  return { device: device && isTimeZone(device) ? currentZoneName(device) : null, kept };
}
