import { cityOf } from '#/lib/client/time/device-zone.ts';
import { formerZoneName } from '#/lib/core/zone-names.ts';

/**
 * The zones that contain each of the typed words, also in their former name: `calcutta` finds `Asia/Kolkata`. Those
 * whose city begins with the typed text come first.
 */
export function findZones(zones: readonly string[], typed: string): string[] {
  const text = plain(typed);
  const words = text.split(' ');
  const found = zones.filter((zone) => {
    const names = plain(`${zone} ${formerZoneName(zone) ?? ''}`);
    return words.every((word) => names.includes(word));
  });
  const isFirst = (zone: string) => plain(cityOf(zone)).startsWith(text);
  return [...found.filter(isFirst), ...found.filter((zone) => !isFirst(zone))];
}

/** A zone as displayed: `America/New York`. */
export function zoneLabel(timeZone: string): string {
  return timeZone.replaceAll('_', ' ');
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s_/-]+/g, ' ')
    .trim();
}
