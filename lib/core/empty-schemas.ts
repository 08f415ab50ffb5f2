import { z } from 'zod';

/** The body of a press that says nothing more. */
export const emptyInput = z.strictObject({}).meta({ id: 'Empty' });
