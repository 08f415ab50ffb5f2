import { z } from 'zod';

/** An instant in answers: RFC 3339, UTC, milliseconds. Takes a Date, gives the text. */
export const instantOut = z.iso.datetime({ offset: true }).meta({ example: '2026-11-19T13:32:08.123Z' });

/** Milliseconds as an integer; sums of spans stay far below 2^53. */
export const elapsedMsOut = z.int().min(0);

export const serverTimeOut = instantOut.describe("The server's clock when it answered. Calibrate displays against it.");
