const LONG = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A calendar day (`2026-11-16`) in a sentence: `16 November 2026`. */
export function longDate(date: string): string {
  return LONG.format(new Date(`${date}T00:00:00Z`));
}
