import { z } from 'zod';

/** The body of an action without input. */
export const emptyInput = z.strictObject({}).meta({ id: 'Empty' });
