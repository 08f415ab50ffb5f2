import { z } from 'zod';
import { permission } from '#/lib/context/roles/role-schemas.ts';
import { cursorInput } from '#/lib/core/cursor-schemas.ts';
import { instantInput, instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { withReadOnly } from '#/lib/core/read-back-schemas.ts';

const NAME_MAX = 100;
const DAYS_MAX = 3650;

const nameInput = z
  .string('Enter a name.')
  .trim()
  .min(1, 'Enter a name.')
  .max(NAME_MAX, `Use at most ${NAME_MAX} characters.`)
  .regex(/^\P{Cc}*$/u, 'Don’t use control characters.');

const scopesInput = z
  .array(permission, 'Choose at least one permission.')
  .min(1, 'Choose at least one permission.')
  .transform((scopes) => [...new Set(scopes)])
  .describe('What the key may do: scopes that you have yourself.');

const expiresAtInput = instantInput.nullable().optional();
const expiresInDaysInput = z
  .int('Enter a whole number of days.')
  .min(1, 'Enter at least one day.')
  .max(DAYS_MAX, `Enter at most ${DAYS_MAX} days.`)
  .nullable()
  .optional()
  .describe('Days until the key expires, instead of `expires_at`.');

type Expiry = { expires_at?: Date | null | undefined; expires_in_days?: number | null | undefined };
const ONE_EXPIRY = { path: ['expires_in_days'], message: 'leave out when there is an expires_at' };

function hasOneExpiry({ expires_at, expires_in_days }: Expiry): boolean {
  return !expires_at || !expires_in_days;
}

export const createApiKeyInput = z
  .strictObject({
    name: nameInput,
    scopes: scopesInput,
    expires_at: expiresAtInput.describe(
      'When the key expires; null for never. If omitted: never, or when the API key that creates it expires.',
    ),
    expires_in_days: expiresInDaysInput,
  })
  .refine(hasOneExpiry, ONE_EXPIRY)
  .meta({ id: 'CreateApiKey' });

export const editApiKeyInput = z
  .strictObject({
    name: nameInput.optional(),
    scopes: scopesInput.optional(),
    expires_at: expiresAtInput.describe('When the key expires; null for never.'),
    expires_in_days: expiresInDaysInput,
  })
  .refine(hasOneExpiry, ONE_EXPIRY)
  .meta({ id: 'EditApiKey' });

export const revokeApiKeyInput = z.strictObject({ id: z.uuid('Choose a key from the list.') });

export const listApiKeysQuery = z.strictObject({
  user_id: z.uuid().optional().describe('Id of the owner. If omitted, yours. Other people’s need `members:manage`.'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorInput.optional(),
});

const apiKeyOut = withReadOnly(
  z.object({
    id: z.uuid(),
    user_id: z.uuid().describe('Its owner, for whom it acts.'),
    name: z.string(),
    prefix: z.string().describe('First characters of the secret; empty for a secret that the operator chose.'),
    scopes: z
      .array(permission)
      .describe('The scopes it was given. Those that its owner’s role no longer allows have no effect.'),
    created_at: instantOut,
    expires_at: instantOut.nullable(),
    last_used_at: instantOut.nullable().describe('To the minute; null for never.'),
    revoked_at: instantOut.nullable(),
    version: z.int().min(1),
  }),
  ['id', 'user_id', 'prefix', 'created_at', 'last_used_at', 'revoked_at', 'version'],
).meta({ id: 'ApiKey' });

export const apiKeyResponse = z
  .object({ api_key: apiKeyOut, server_time: serverTimeOut })
  .meta({ id: 'ApiKeyResponse' });

export const createApiKeyResponse = apiKeyResponse
  .extend({ secret: z.string().describe('For the Authorization header. It is not shown again.') })
  .meta({ id: 'CreateApiKeyResponse' });

export const changeApiKeyResponse = apiKeyResponse
  .extend({ changed: z.boolean().describe('False if it was already so.') })
  .meta({ id: 'ChangeApiKeyResponse' });

export const apiKeyListResponse = z
  .object({
    api_keys: z.array(apiKeyOut).describe('Newest first, without revoked ones.'),
    next_cursor: z.string().nullable(),
    server_time: serverTimeOut,
  })
  .meta({ id: 'ApiKeyList' });

export type CreateApiKeyInput = z.output<typeof createApiKeyInput>;
export type EditApiKeyInput = z.output<typeof editApiKeyInput>;
export type ListApiKeysQuery = z.output<typeof listApiKeysQuery>;
export type ApiKeyJson = z.infer<typeof apiKeyOut>;
export type ApiKeyResponse = z.infer<typeof apiKeyResponse>;
export type CreateApiKeyResponse = z.infer<typeof createApiKeyResponse>;
export type ChangeApiKeyResponse = z.infer<typeof changeApiKeyResponse>;
export type ApiKeyListJson = z.infer<typeof apiKeyListResponse>;
