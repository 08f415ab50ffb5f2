import { z } from 'zod';
import { MAX_KEYS } from '#/lib/accounts/api-keys/api-key.ts';
import { apiKeyJson } from '#/lib/accounts/api-keys/api-key-json.ts';
import {
  apiKeyListResponse,
  apiKeyResponse,
  changeApiKeyResponse,
  createApiKeyInput,
  createApiKeyResponse,
  editApiKeyInput,
  listApiKeysQuery,
} from '#/lib/accounts/api-keys/api-key-schemas.ts';
import { createApiKey } from '#/lib/accounts/api-keys/create-api-key.ts';
import { type ApiKeyChange, editApiKey } from '#/lib/accounts/api-keys/edit-api-key.ts';
import { getApiKey, pageOfApiKeys } from '#/lib/accounts/api-keys/list-api-keys.ts';
import { revokeApiKey } from '#/lib/accounts/api-keys/revoke-api-key.ts';
import { operation } from '#/lib/api/operations/operation.ts';

const tag = 'API keys';
const permission = 'api_keys:manage';
const params = z.strictObject({ id: z.uuid() });
const NOT_FOUND = ['api_key_not_found'] as const;
const VERSION = ['api_key_version_mismatch'] as const;

const create = operation({
  operationId: 'createApiKey',
  method: 'post',
  path: '/api-keys',
  tag,
  summary: 'Create an API key',
  description: `It acts for you, in this workspace. Its scopes are at most those of the caller, and a key that an API key creates expires with that one at the latest. The \`secret\` is in this response only; a repeat with the same \`Idempotency-Key\` shows it again for a day. ${MAX_KEYS} that work for one member of a workspace.`,
  permission,
  body: createApiKeyInput,
  output: createApiKeyResponse,
  status: 201,
  versioned: true,
  problems: ['scopes_exceeded', 'expiry_exceeded', 'too_many_api_keys'],
  handler: async (ctx, { body }) => {
    const { key, secret, now } = await createApiKey(ctx, body);
    return {
      status: 201,
      version: key.version,
      location: `/api/v1/api-keys/${key.id}`,
      body: { api_key: apiKeyJson(key), secret, server_time: now.toISOString() },
    };
  },
});

const list = operation({
  operationId: 'listApiKeys',
  method: 'get',
  path: '/api-keys',
  tag,
  summary: 'List API keys',
  description: 'Your own, or those of another member (`user_id`), which needs `members:manage` as well.',
  permission,
  query: listApiKeysQuery,
  output: apiKeyListResponse,
  problems: ['cursor_invalid'],
  handler: async (ctx, { query }) => {
    const { keys, nextCursor, now } = await pageOfApiKeys(ctx, query);
    return {
      status: 200,
      body: { api_keys: keys.map(apiKeyJson), next_cursor: nextCursor, server_time: now.toISOString() },
    };
  },
});

const one = operation({
  operationId: 'getApiKey',
  method: 'get',
  path: '/api-keys/{id}',
  tag,
  summary: 'Get an API key',
  description: 'Also if it was revoked. Keys of other members need `members:manage`.',
  permission,
  params,
  output: apiKeyResponse,
  versioned: true,
  passing: ['last_used_at'],
  problems: NOT_FOUND,
  handler: async (ctx, { params }) => {
    const { key, now } = await getApiKey(ctx, params.id);
    const body = { api_key: apiKeyJson(key), server_time: now.toISOString() };
    return { status: 200, version: key.version, body };
  },
});

const edit = operation({
  operationId: 'editApiKey',
  method: 'patch',
  path: '/api-keys/{id}',
  tag,
  summary: 'Change an API key',
  description:
    'Only your own. You can add scopes that the caller has; scopes that the key already has can stay. An API key can’t extend a key beyond its own expiry, and a key with scopes that the caller lacks can’t be extended. Revoked and expired keys can’t be changed.',
  permission,
  params,
  body: editApiKeyInput,
  output: changeApiKeyResponse,
  versioned: true,
  problems: ['not_your_api_key', 'scopes_exceeded', 'expiry_exceeded', ...NOT_FOUND, 'api_key_ended', ...VERSION],
  handler: async (ctx, { params, body, ifMatch }) =>
    changeResponseOf(await editApiKey(ctx, { id: params.id, ifMatch }, body)),
});

const revoke = operation({
  operationId: 'revokeApiKey',
  method: 'delete',
  path: '/api-keys/{id}',
  tag,
  summary: 'Revoke an API key',
  description:
    'Takes effect at once and is permanent: requests using it fail with 401, and its streams are closed. Keys of other members need `members:manage`.',
  permission,
  params,
  output: changeApiKeyResponse,
  versioned: true,
  problems: [...NOT_FOUND, ...VERSION],
  handler: async (ctx, { params, ifMatch }) => changeResponseOf(await revokeApiKey(ctx, { id: params.id, ifMatch })),
});

function changeResponseOf({ key, isChanged, now }: ApiKeyChange) {
  const body = { api_key: apiKeyJson(key), changed: isChanged, server_time: now.toISOString() };
  return { status: 200 as const, version: key.version, body };
}

export const apiKeyOperations = [create, list, one, edit, revoke];
