import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import type { MeJson } from '#/lib/accounts/me-schemas.ts';
import { findActor } from '#/lib/accounts/require-actor.ts';
import { fetchApi } from '#/lib/api/page-api.ts';
import { type RememberedZones, rememberedZones } from '#/lib/client/device-zone.ts';
import { type HourCycle, hourCycleOf } from '#/lib/client/time-style.ts';
import { isTimeZone } from '#/lib/core/time-zone.ts';
import { currentZoneName } from '#/lib/core/zone-names.ts';

/** The signed-in user with their settings, or null. Loaded once per request. */
export const findMe = cache(async (): Promise<MeJson | null> => {
  return (await findActor()) ? ((await fetchApi('/me')) as MeJson) : null;
});

/** The clock that people of the browser's language read. */
export async function localCycle(): Promise<HourCycle> {
  return hourCycleOf((await headers()).get('accept-language'));
}

/** Where the device said it was when it last loaded a page, and what it was asked about before. */
export async function zonesOfDevice(): Promise<RememberedZones> {
  const sent = await cookies();
  const { device, kept } = rememberedZones((name) => sent.get(name)?.value);
  return { device: device && isTimeZone(device) ? currentZoneName(device) : null, kept };
}
