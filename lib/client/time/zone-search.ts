import { cityOf } from '#/lib/client/time/device-zone.ts';
import { formerZoneName } from '#/lib/core/zone-names.ts';

/**
 * The zones that contain each of the typed words, also in the name they had before: `calcutta` finds `Asia/Kolkata`. Those
 * whose city begins with what was typed come first.
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

/** A zone as it is read: `America/New York`. */
export function zoneLabel(timeZone: string): string {
  return timeZone.replaceAll('_', ' ');
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s_/-]+/g, ' ')
    .trim();
}
