/** When a person's days begin: an IANA time zone, and an hour there, 0 to 23. */
export type DayRule = { timeZone: string; dayStartHour: number };
