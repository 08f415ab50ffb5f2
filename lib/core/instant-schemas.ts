import { z } from 'zod';

const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(9998, 11, 31);

/** An instant in responses: RFC 3339, UTC, milliseconds. */
export const instantOut = z.iso.datetime({ offset: true }).meta({ example: '2026-11-19T13:32:08.123Z' });

/** An instant in input: RFC 3339 with Z or an offset, from 1970 to 9998. Parsed to a Date. */
export const instantInput = z.iso
  .datetime({ offset: true, abort: true, error: 'must be an instant with its zone, such as 2026-11-19T14:32:08+01:00' })
  .refine((text) => isBetween(Date.parse(text)), { abort: true, error: 'must be between 1970 and 9998' })
  .transform((text) => new Date(text))
  .meta({ example: '2026-11-19T14:32:08+01:00' });

/** A calendar day, from 1970 to 9998. Kept as text: its instants depend on a time zone. */
export const dateInput = z.iso
  .date({ abort: true, error: 'must be a day, such as 2026-11-19' })
  .refine((text) => isBetween(Date.parse(text)), 'must be between 1970 and 9998')
  .meta({ example: '2026-11-19' });

/** Milliseconds as an integer; sums of spans stay far below 2^53. */
export const elapsedMsOut = z.int().min(0);

export const serverTimeOut = instantOut.describe(
  "The server's clock when it responded. Calibrate displays against it.",
);

function isBetween(ms: number): boolean {
  return ms >= EARLIEST && ms <= LATEST;
}
