import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { newId } from '#/lib/core/ids.ts';
import { notify } from '#/lib/notifications/inbox/notify.ts';
import { newApiKey } from '#/test/contract/api-key-scenarios.ts';
import { newBroker } from '#/test/contract/broker-scenarios.ts';
import { newCorrection } from '#/test/contract/correction-scenarios.ts';
import { newExport } from '#/test/contract/export-scenarios.ts';
import { newImport } from '#/test/contract/import-scenarios.ts';
import { newProposal } from '#/test/contract/proposal-scenarios.ts';
import { newReceiver } from '#/test/contract/receiver-scenarios.ts';
import { UNKNOWN_ID } from '#/test/contract/routes.ts';
import { newReportLink, newSavedReport } from '#/test/contract/saved-report-scenarios.ts';
import type { Scene } from '#/test/contract/scene.ts';
import { newSchedule } from '#/test/contract/schedule-scenarios.ts';
import { newTicketSource } from '#/test/contract/ticket-source-scenarios.ts';

type Ids = Record<string, string>;

/** How to create an object for a path parameter, by the part of the path before it. */
const MAKERS: Record<string, (scene: Scene, before: Ids) => Promise<string>> = {
  timers: (scene) => scene.timer({ on_conflict: 'switch' }),
  alarms: async (scene) => (await scene.alarm()).id,
  corrections: (scene) => newCorrection(scene),
  'correction-proposals': async (scene) => {
    const { id } = await newProposal(scene);
    // It was about closed time; the next objects must not be.
    await scene.api('PATCH', '/workspace', { closed_through: null });
    return id;
  },
  imports: (scene) => newImport(scene),
  members: async (scene) => (await scene.member('member')).actor.userId,
  'api-keys': async (scene) => (await newApiKey(scene)).id,
  invitations: (scene) => scene.made('/invitations', {}, (body: { invitation: { id: string } }) => body.invitation.id),
  endpoints: (scene) => newEndpoint(scene),
  tickets: (scene) => newTicket(scene),
  'ticket-sources': async (scene) => (await newTicketSource(scene)).id,
  projects: (scene) => newProject(scene),
  notifications: (scene) => newNotification(scene),
  'push-subscriptions': (scene) => newPushSubscription(scene),
  questions: (scene) => newQuestion(scene),
  exports: (scene) => newExport(scene),
  schedules: async (scene) => (await newSchedule(scene)).id,
  brokers: async (scene) => (await newBroker(scene, { input_target: `in-${newId()}` })).id,
  receivers: async (scene) => (await newReceiver(scene)).id,
  saved: async (scene) => (await newSavedReport(scene)).id,
  links: async (scene) => (await newReportLink(scene)).link.id,
  deliveries: (scene, { id = '' }) => newDelivery(scene, id),
};

/** Ids of existing objects in this workspace for each parameter of an operation's path. */
export async function thingsAt(scene: Scene, path: string): Promise<Ids> {
  const ids: Ids = {};
  const parts = path.split('/');
  for (const [index, part] of parts.entries()) {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (name) ids[name] = await makerFor(parts[index - 1] ?? '', path)(scene, ids);
  }
  return ids;
}

function makerFor(kind: string, path: string) {
  const make = MAKERS[kind];
  if (!make) throw new Error(`Say in test/contract/things.ts how to make what is behind /${kind}/ in ${path}.`);
  return make;
}

/** An endpoint subscribed to everything. */
export function newEndpoint(scene: Scene): Promise<string> {
  const body = { ...BODY_EXAMPLES.createEndpoint, event_types: ['*'] };
  return scene.made('/endpoints', body, (made: { endpoint: { id: string } }) => made.endpoint.id);
}

export function newTicket(scene: Scene): Promise<string> {
  return scene.made('/tickets', { key: `T-${Math.random()}` }, (made: { ticket: { id: string } }) => made.ticket.id);
}

export function newProject(scene: Scene): Promise<string> {
  return scene.made(
    '/projects',
    { name: `P ${Math.random()}` },
    (made: { project: { id: string } }) => made.project.id,
  );
}

/** A notification of the owner. */
export async function newNotification({ world, owner, api }: Scene): Promise<string> {
  const { workspaceId, userId } = owner.actor;
  const data = { timer_id: UNKNOWN_ID, label: 'API-412', elapsed_seconds: 21_600 };
  const notification = { workspaceId, userId, kind: 'long_run', fact: `asked ${Math.random()}`, data } as const;
  await notify({ db: world.db, clock: world.clock, requestId: null }, notification);
  const { body } = await api<{ notifications: { id: string }[] }>('GET', '/notifications?limit=1');
  const [newest] = body.notifications;
  if (!newest) throw new Error('The owner was told nothing.');
  return newest.id;
}

/** A browser of the owner's, whose push service is unreachable, or the given one. */
export async function newPushSubscription({ session }: Scene, at = 'https://push.invalid'): Promise<string> {
  const endpoint = `${at}/${Math.random()}`;
  const body = { ...BODY_EXAMPLES.addPushSubscription, endpoint };
  return (await session<{ subscription: { id: string } }>('POST', '/me/push-subscriptions', body)).body.subscription.id;
}

/** A question about a running timer: whether an hour ago was work. */
export async function newQuestion(scene: Scene, change: { answer?: 'keep'; answeredAt?: Date } = {}): Promise<string> {
  const timerId = await scene.timer({ on_conflict: 'switch', started_at: '2026-03-10T08:00:00Z' });
  const { userId, workspaceId } = scene.owner.actor;
  const [awayFrom, awayTo, askedAt] = ['08:20', '08:40', '08:40'].map((time) => new Date(`2026-03-10T${time}:00Z`));
  const data = { id: newId(), timerId, userId, workspaceId, kind: 'absence', awayFrom, awayTo, ...change };
  return (await scene.world.db.timerQuestion.create({ data: { ...data, askedAt: askedAt as Date } })).id;
}

/** The delivery to the endpoint for a newly created ticket. */
export async function newDelivery(scene: Scene, endpointId: string): Promise<string> {
  await scene.api('POST', '/tickets', { key: `D-${Math.random()}` });
  const { body } = await scene.api<{ deliveries: { id: string }[] }>('GET', `/endpoints/${endpointId}/deliveries`);
  const [delivery] = body.deliveries;
  if (!delivery) throw new Error('The endpoint was sent nothing.');
  return delivery.id;
}
