import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { MAX_TICKET_SOURCES } from '#/lib/tracking/ticket-sources/ticket-source.ts';
import type { CreateTicketSourceJson } from '#/lib/tracking/ticket-sources/ticket-source-schemas.ts';
import { clientWith } from '#/test/api-client.ts';
import { brokenApis } from '#/test/contract/broken-apis.ts';
import { UNKNOWN_ID } from '#/test/contract/routes.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';
import { gitlabIssue } from '#/test/tracking/issues.fixture.ts';

type Connected = { id: string; secret: string };

export async function newTicketSource({ api }: Scene): Promise<Connected> {
  const { body } = await api<CreateTicketSourceJson>('POST', '/ticket-sources', { provider: 'gitlab', name: 'GitLab' });
  return { id: body.ticket_source.id, secret: body.secret };
}

/** A webhook as sent by GitLab, without an API key. */
async function deliver(
  scene: Scene,
  { body = gitlabIssue(), change = {} }: { body?: unknown; change?: Partial<Connected> } = {},
) {
  const { id, secret } = { ...(await newTicketSource(scene)), ...change };
  return clientWith(scene.world, { 'x-gitlab-token': secret })('POST', `/ticket-sources/${id}/deliveries`, body);
}

const MISSING = `/ticket-sources/${UNKNOWN_ID}`;

/** A source with worklogs on, with a tracker where nothing listens. */
async function withWorklogs(scene: Scene): Promise<string> {
  const path = `/ticket-sources/${(await newTicketSource(scene)).id}/worklogs`;
  await scene.api('PUT', path, NOWHERE);
  return path;
}

/** A tracker that never responds occupies both test slots of a workspace. */
async function tooManyWorklogTests(scene: Scene) {
  const tracker = createServer().listen(0, '127.0.0.1');
  await once(tracker, 'listening');
  const path = `/ticket-sources/${(await newTicketSource(scene)).id}/worklogs`;
  const base_url = `http://127.0.0.1:${(tracker.address() as AddressInfo).port}`;
  await scene.api('PUT', path, { ...BODY_EXAMPLES.setWorklogs, base_url });
  const responses = [1, 2, 3].map(() => scene.api('POST', `${path}/test`, {}));
  const rejected = await Promise.race(responses);
  tracker.closeAllConnections();
  tracker.close();
  await Promise.all(responses);
  return rejected;
}

const NOWHERE = { ...BODY_EXAMPLES.setWorklogs, base_url: 'http://127.0.0.1:65535' };

export const ticketSourceScenarios: Scenario[] = [
  ...scenariosOf('createTicketSource', {
    201: ({ api }) => api('POST', '/ticket-sources', BODY_EXAMPLES.createTicketSource),
    '404 project_not_found': ({ api }) =>
      api('POST', '/ticket-sources', { ...BODY_EXAMPLES.createTicketSource, project: UNKNOWN_ID }),
    '409 too_many_ticket_sources': async ({ api }) => {
      for (let created = 0; created < MAX_TICKET_SOURCES; created += 1) {
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
    '404 project_not_found': async (scene) =>
      scene.api('PATCH', `/ticket-sources/${(await newTicketSource(scene)).id}`, { project: UNKNOWN_ID }),
  }),
  ...scenariosOf('deleteTicketSource', {
    200: async (scene) => scene.api('DELETE', `/ticket-sources/${(await newTicketSource(scene)).id}`),
    '404 ticket_source_not_found': ({ api }) => api('DELETE', MISSING),
  }),
  ...scenariosOf('getWorklogs', {
    200: async (scene) => scene.api('GET', await withWorklogs(scene)),
    '404 ticket_source_not_found': ({ api }) => api('GET', `${MISSING}/worklogs`),
  }),
  ...scenariosOf('setWorklogs', {
    200: async (scene) => {
      const { id } = await newTicketSource(scene);
      return scene.api('PUT', `/ticket-sources/${id}/worklogs`, BODY_EXAMPLES.setWorklogs);
    },
    '404 ticket_source_not_found': ({ api }) => api('PUT', `${MISSING}/worklogs`, BODY_EXAMPLES.setWorklogs),
    '409 worklogs_pushed': async (scene) => {
      const path = await withWorklogs(scene);
      const { sourceId } = await scene.world.db.worklogSettings.findFirstOrThrow({
        where: { source: { workspaceId: scene.owner.actor.workspaceId } },
      });
      const pushed = { state: 'pushed', issueId: 'issue:301', remoteId: 'gid://gitlab/Timelog/7' };
      await scene.world.db.worklog.create({
        data: { sourceId, timerId: UNKNOWN_ID, day: new Date('2026-03-09'), ...pushed },
      });
      return scene.api('PUT', path, { ...NOWHERE, base_url: 'http://127.0.0.1:65534' });
    },
  }),
  ...scenariosOf('testWorklogs', {
    200: async (scene) => scene.api('POST', `${await withWorklogs(scene)}/test`, {}),
    '404 ticket_source_not_found': ({ api }) => api('POST', `${MISSING}/worklogs/test`, {}),
    '409 worklogs_not_set_up': async (scene) =>
      scene.api('POST', `/ticket-sources/${(await newTicketSource(scene)).id}/worklogs/test`, {}),
    '429 too_many_tests': tooManyWorklogTests,
  }),
  ...scenariosOf('retryWorklogs', {
    200: async (scene) => scene.api('POST', `${await withWorklogs(scene)}/retry`, {}),
    '404 ticket_source_not_found': ({ api }) => api('POST', `${MISSING}/worklogs/retry`, {}),
    '409 worklogs_not_set_up': async (scene) =>
      scene.api('POST', `/ticket-sources/${(await newTicketSource(scene)).id}/worklogs/retry`, {}),
  }),
  ...scenariosOf('removeWorklogs', {
    200: async (scene) => scene.api('POST', `${await withWorklogs(scene)}/remove`, {}),
    '404 ticket_source_not_found': ({ api }) => api('POST', `${MISSING}/worklogs/remove`, {}),
    '409 worklogs_not_set_up': async (scene) =>
      scene.api('POST', `/ticket-sources/${(await newTicketSource(scene)).id}/worklogs/remove`, {}),
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
