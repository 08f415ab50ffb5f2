import { hashSecret, MAX_KEYS, newSecret } from '#/lib/accounts/api-keys/api-key.ts';
import type { ApiKeyJson, CreateApiKeyResponse } from '#/lib/accounts/api-keys/api-key-schemas.ts';
import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { UNKNOWN_ID } from '#/test/contract/routes.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';

const KEYS = '/api-keys';
const MISSING = `${KEYS}/${UNKNOWN_ID}`;
const CREATE = BODY_EXAMPLES.createApiKey;
const EDIT = BODY_EXAMPLES.editApiKey;

/** A key of the owner. */
export async function newApiKey({ api }: Pick<Scene, 'api'>): Promise<ApiKeyJson> {
  return (await api<CreateApiKeyResponse>('POST', KEYS, CREATE)).body.api_key;
}

const pathOf = async (scene: Pick<Scene, 'api'>) => `${KEYS}/${(await newApiKey(scene)).id}`;

/** A key that may manage keys and nothing else, for a day. */
async function weakKey({ world, owner }: Scene): Promise<ApiClient> {
  const expiresAt = new Date((await world.clock.now()).getTime() + DAY_MS);
  return apiFor(world, owner, { scopes: ['api_keys:manage'], expiresAt });
}

export const apiKeyScenarios: Scenario[] = [
  ...scenariosOf('createApiKey', {
    201: ({ api }) => api('POST', KEYS, CREATE),
    '403 scopes_exceeded': async (scene) => (await weakKey(scene))('POST', KEYS, CREATE),
    '403 expiry_exceeded': async (scene) =>
      (await weakKey(scene))('POST', KEYS, { name: 'long', scopes: ['api_keys:manage'], expires_at: null }),
    '409 too_many_api_keys': async ({ world, api, owner }) => {
      const { workspaceId, userId } = owner.actor;
      const row = { workspaceId, userId, name: 'one of many', prefix: 'tsk_', scopes: ['timers:read'] };
      const data = Array.from({ length: MAX_KEYS }, () => ({
        ...row,
        id: newId(),
        secretHash: hashSecret(newSecret()),
      }));
      await world.db.apiKey.createMany({ data });
      return api('POST', KEYS, CREATE);
    },
  }),
  ...scenariosOf('listApiKeys', {
    200: async (scene) => {
      await newApiKey(scene);
      return scene.api('GET', KEYS);
    },
    '400 cursor_invalid': ({ api }) => api('GET', `${KEYS}?cursor=x`),
  }),
  ...scenariosOf('getApiKey', {
    200: async (scene) => scene.api('GET', await pathOf(scene)),
    '404 api_key_not_found': ({ api }) => api('GET', MISSING),
  }),
  ...scenariosOf('editApiKey', {
    200: async (scene) => scene.api('PATCH', await pathOf(scene), EDIT),
    '403 not_your_api_key': async (scene) => {
      const theirs = await apiFor(scene.world, await scene.member('member'));
      return scene.api('PATCH', await pathOf({ api: theirs }), EDIT);
    },
    '403 scopes_exceeded': async (scene) =>
      (await weakKey(scene))('PATCH', await pathOf(scene), { scopes: ['timers:write'] }),
    '403 expiry_exceeded': async (scene) => (await weakKey(scene))('PATCH', await pathOf(scene), { expires_at: null }),
    '404 api_key_not_found': ({ api }) => api('PATCH', MISSING, EDIT),
    '409 api_key_ended': async (scene) => {
      const path = await pathOf(scene);
      await scene.api('DELETE', path);
      return scene.api('PATCH', path, EDIT);
    },
    '412 api_key_version_mismatch': async (scene) =>
      scene.api('PATCH', await pathOf(scene), EDIT, { 'if-match': '"7"' }),
  }),
  ...scenariosOf('revokeApiKey', {
    200: async (scene) => scene.api('DELETE', await pathOf(scene)),
    '404 api_key_not_found': ({ api }) => api('DELETE', MISSING),
    '412 api_key_version_mismatch': async (scene) =>
      scene.api('DELETE', await pathOf(scene), undefined, { 'if-match': '"7"' }),
  }),
];
