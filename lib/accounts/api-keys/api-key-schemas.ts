import { z } from 'zod';
import { permission } from '#/lib/accounts/roles/role-schemas.ts';

const NAME_MAX = 100;
const DAYS_MAX = 3650;

export const createApiKeyInput = z.strictObject({
  name: z
    .string('Name the key.')
    .trim()
    .min(1, 'Name the key.')
    .max(NAME_MAX, `Use at most ${NAME_MAX} characters.`)
    .regex(/^\P{Cc}*$/u, 'Use letters, not control characters.'),
  scopes: z
    .array(permission, 'Choose what the key may do.')
    .min(1, 'Choose at least one thing the key may do.')
    .transform((scopes) => [...new Set(scopes)]),
  expires_in_days: z
    .int('Give whole days.')
    .min(1, 'Give at least one day.')
    .max(DAYS_MAX, `Give at most ${DAYS_MAX} days.`)
    .nullable()
    .default(null)
    .describe('Days until the key stops working by itself; null for never.'),
});

export type CreateApiKeyInput = z.infer<typeof createApiKeyInput>;

export const revokeApiKeyInput = z.strictObject({ id: z.uuid('Choose a key from the list.') });

export type RevokeApiKeyInput = z.infer<typeof revokeApiKeyInput>;
