/** IANA names to choose from, `UTC` first (engines leave it out of the list). */
export function timeZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];
}
