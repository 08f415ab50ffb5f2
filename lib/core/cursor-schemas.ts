import { z } from 'zod';

/** A `cursor` parameter. Those that carry a name of 200 characters are long. */
export const cursorInput = z.string().max(2_000);
