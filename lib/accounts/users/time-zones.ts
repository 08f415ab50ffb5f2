import { currentZoneName } from '#/lib/core/zone-names.ts';

/**
 * IANA names to choose from, with today's names: `UTC` first (engines leave it out of the list), then alphabetically.
 */
export function timeZones(): string[] {
  const names = new Set(Intl.supportedValuesOf('timeZone').map(currentZoneName));
  names.delete('UTC');
  return ['UTC', ...[...names].sort()];
}
