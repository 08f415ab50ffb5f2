import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { gitlabIssue } from '#/lib/tracking/ticket-sources/issues.fixture.ts';
import { MAX_TICKET_SOURCES } from '#/lib/tracking/ticket-sources/ticket-source.ts';
import { clientWith } from '#/test/api-client.ts';
import { brokenApis } from '#/test/contract/broken-apis.ts';
import { UNKNOWN_ID } from '#/test/contract/routes.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';

type Connected = { id: string; secret: string };

export async function newTicketSource({ api }: Scene): Promise<Connected> {
  return (await api<Connected>('POST', '/ticket-sources', { provider: 'gitlab', name: 'GitLab' })).body;
}

/** A webhook as GitLab sends it, without any key of ours. */
async function deliver(
  scene: Scene,
  { body = gitlabIssue(), change = {} }: { body?: unknown; change?: Partial<Connected> } = {},
) {
  const { id, secret } = { ...(await newTicketSource(scene)), ...change };
  return clientWith(scene.world, { 'x-gitlab-token': secret })('POST', `/ticket-sources/${id}/deliveries`, body);
}

const MISSING = `/ticket-sources/${UNKNOWN_ID}`;

export const ticketSourceScenarios: Scenario[] = [
  ...scenariosOf('createTicketSource', {
    201: ({ api }) => api('POST', '/ticket-sources', BODY_EXAMPLES.createTicketSource),
    '409 too_many_ticket_sources': async ({ api }) => {
      for (let made = 0; made < MAX_TICKET_SOURCES; made += 1) {
        const response = await api('POST', '/ticket-sources', BODY_EXAMPLES.createTicketSource);
        if (response.status !== 201) return response;
      }
      return api('POST', '/ticket-sources', BODY_EXAMPLES.createTicketSource);
    },
  }),
  ...scenariosOf('listTicketSources', { 200: ({ api }) => api('GET', '/ticket-sources') }),
  ...scenariosOf('getTicketSource', {
    200: async (scene) => scene.api('GET', `/ticket-sources/${(await newTicketSource(scene)).id}`),
    '404 ticket_source_not_found': ({ api }) => api('GET', MISSING),
  }),
  ...scenariosOf('editTicketSource', {
    200: async (scene) =>
      scene.api('PATCH', `/ticket-sources/${(await newTicketSource(scene)).id}`, BODY_EXAMPLES.editTicketSource),
    '404 ticket_source_not_found': ({ api }) => api('PATCH', MISSING, BODY_EXAMPLES.editTicketSource),
    '412 ticket_source_version_mismatch': async (scene) => {
      const path = `/ticket-sources/${(await newTicketSource(scene)).id}`;
      return scene.api('PATCH', path, BODY_EXAMPLES.editTicketSource, { 'if-match': '"7"' });
    },
  }),
  ...scenariosOf('deleteTicketSource', {
    200: async (scene) => scene.api('DELETE', `/ticket-sources/${(await newTicketSource(scene)).id}`),
    '404 ticket_source_not_found': ({ api }) => api('DELETE', MISSING),
  }),
  ...scenariosOf('receiveTicketSourceDelivery', {
    200: (scene) => deliver(scene),
    '400 input_invalid': (scene) => deliver(scene, { change: { id: 'none' } }),
    '400 json_malformed': (scene) => deliver(scene, { body: '{' }),
    '403 signature_invalid': (scene) => deliver(scene, { change: { secret: 'of-somebody-else' } }),
    '404 ticket_source_not_found': (scene) => deliver(scene, { change: { id: UNKNOWN_ID } }),
    '413 body_too_large': (scene) => deliver(scene, { body: ' '.repeat(2 * 1024 * 1024 + 1) }),
    '429 rate_limited': async ({ world, owner }) =>
      (await brokenApis(world).clientFor('limited', owner))('POST', `${MISSING}/deliveries`, {}),
  }),
];
