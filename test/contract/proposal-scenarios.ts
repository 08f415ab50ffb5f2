import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { UNKNOWN_ID } from '#/test/contract/routes.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';

type Seen = { id: string; version: number };
type Proposed = { id: string; timer: Seen; member: ApiClient };

const REASON = 'Forgot to stop before lunch.';
const MARCH_9 = { spans: [{ started_at: '2026-03-09T09:00:00Z', ended_at: '2026-03-09T10:30:00Z' }] };
const SHORTER = { spans: [{ started_at: '2026-03-09T09:00:00Z', ended_at: '2026-03-09T10:00:00Z' }] };
const AFTERNOON = { spans: [{ started_at: '2026-03-09T12:00:00Z', ended_at: '2026-03-09T13:00:00Z' }] };
const AHEAD = { spans: [{ started_at: '2026-03-09T09:00:00Z', ended_at: '2026-03-11T09:00:00Z' }] };
const OPEN_ENDED = { spans: [{ started_at: '2026-03-09T09:00:00Z', ended_at: null }] };

/** A member with time on a day that was closed afterwards. */
async function closedTime(scene: Scene, before: (member: ApiClient) => Promise<unknown> = async () => {}) {
  await scene.api('PATCH', '/workspace', { closed_through: null });
  const member = await apiFor(scene.world, await scene.member('member'));
  const { body } = await member<{ timer: Seen }>('POST', '/timers', MARCH_9);
  await before(member);
  await scene.api('PATCH', '/workspace', { closed_through: '2026-03-09' });
  return { member, timer: body.timer };
}

const propose = (member: ApiClient, { id, version }: Seen, change: object) =>
  member<{ proposal: { id: string } }>('POST', '/correction-proposals', {
    timer_id: id,
    version,
    reason: REASON,
    ...change,
  });

/** A member's proposal to shorten time. */
export async function newProposal(
  scene: Scene,
  change: object = SHORTER,
  before?: (member: ApiClient) => Promise<unknown>,
): Promise<Proposed> {
  const { member, timer } = await closedTime(scene, before);
  const { body } = await propose(member, timer, change);
  return { id: body.proposal.id, timer, member };
}

const withdraw = ({ member, id }: Proposed) => member('POST', `/correction-proposals/${id}/withdraw`, {});
const accept = (scene: Scene, { id, timer }: Proposed, version = timer.version) =>
  scene.api('POST', `/correction-proposals/${id}/accept`, { ...BODY_EXAMPLES.acceptProposal, version });
const decline = (scene: Scene, id: string) =>
  scene.api('POST', `/correction-proposals/${id}/decline`, BODY_EXAMPLES.declineProposal);

/** A member whose timer has been running since a day that is closed by now. */
async function measured(scene: Scene) {
  const member = await apiFor(scene.world, await scene.member('member'));
  const started = { title: 'On call', started_at: '2026-03-09T20:00:00Z' };
  const { body } = await member<{ timer: Seen }>('POST', '/timers/start', started);
  await scene.api('PATCH', '/workspace', { closed_through: '2026-03-09' });
  return { member, timer: body.timer };
}

export const proposalScenarios: Scenario[] = [
  ...scenariosOf('listProposals', {
    200: async (scene) => {
      await newProposal(scene);
      return scene.api('GET', '/correction-proposals?status=open');
    },
    '400 cursor_invalid': ({ api }) => api('GET', '/correction-proposals?cursor=abc'),
  }),
  ...scenariosOf('proposeCorrection', {
    201: async (scene) => {
      const { member, timer } = await closedTime(scene);
      const { timer_id: _id, ...example } = BODY_EXAMPLES.proposeCorrection ?? {};
      return propose(member, timer, example);
    },
    '400 time_in_future': async (scene) => {
      const { member, timer } = await closedTime(scene);
      return propose(member, timer, AHEAD);
    },
    '400 proposal_changes_nothing': async (scene) => {
      const { member, timer } = await closedTime(scene);
      return propose(member, timer, MARCH_9);
    },
    '404 timer_not_found': (scene) => propose(scene.api, { id: UNKNOWN_ID, version: 1 }, SHORTER),
    '404 ticket_not_found': async (scene) => {
      const { member, timer } = await closedTime(scene);
      return propose(member, timer, { ticket_key: 'NO-1' });
    },
    '404 project_not_found': async (scene) => {
      const { member, timer } = await closedTime(scene);
      return propose(member, timer, { project_id: UNKNOWN_ID });
    },
    '409 time_not_closed': async (scene) => {
      const { member, timer } = await closedTime(scene);
      await scene.api('PATCH', '/workspace', { closed_through: null });
      return propose(member, timer, SHORTER);
    },
    '409 timer_ended': async (scene) => {
      const { member, timer } = await closedTime(scene);
      const timers = [{ timer_id: timer.id, version: timer.version, status: 'discarded' }];
      await scene.api('POST', '/corrections', { timers, reason: 'Agreed with payroll.' });
      return propose(member, { ...timer, version: timer.version + 1 }, SHORTER);
    },
    '409 open_span_mismatch': async (scene) => {
      const { member, timer } = await closedTime(scene);
      return propose(member, timer, OPEN_ENDED);
    },
    '409 time_overlaps': async (scene) => {
      const { member, timer } = await closedTime(scene, (member) => member('POST', '/timers', AFTERNOON));
      return propose(member, timer, AFTERNOON);
    },
    '409 timer_not_ended': async (scene) => {
      const { member, timer } = await measured(scene);
      return propose(member, timer, OPEN_ENDED);
    },
    '412 timer_version_mismatch': async (scene) => {
      const { member, timer } = await closedTime(scene);
      return propose(member, { ...timer, version: 99 }, SHORTER);
    },
  }),
  ...scenariosOf('withdrawProposal', {
    200: async (scene) => withdraw(await newProposal(scene)),
    '404 proposal_not_found': ({ api }) => api('POST', `/correction-proposals/${UNKNOWN_ID}/withdraw`, {}),
    '409 proposal_closed': async (scene) => {
      const proposal = await newProposal(scene);
      await decline(scene, proposal.id);
      return withdraw(proposal);
    },
  }),
  ...scenariosOf('acceptProposal', {
    200: async (scene) => accept(scene, await newProposal(scene)),
    '404 proposal_not_found': (scene) =>
      scene.api('POST', `/correction-proposals/${UNKNOWN_ID}/accept`, BODY_EXAMPLES.acceptProposal),
    '409 proposal_closed': async (scene) => {
      const proposal = await newProposal(scene);
      await withdraw(proposal);
      return accept(scene, proposal);
    },
    '409 open_span_mismatch': async (scene) => {
      const { member, timer } = await measured(scene);
      const { body } = await member<{ timer: Seen }>('POST', `/timers/${timer.id}/stop`, {});
      const proposed = await propose(member, body.timer, SHORTER);
      const { body: again } = await member<{ timer: Seen }>('POST', `/timers/${timer.id}/undo-stop`, {});
      return accept(scene, { id: proposed.body.proposal.id, timer: again.timer, member });
    },
    '409 time_overlaps': async (scene) => {
      const proposal = await newProposal(scene, AFTERNOON);
      await scene.api('PATCH', '/workspace', { closed_through: null });
      await proposal.member('POST', '/timers', AFTERNOON);
      return accept(scene, proposal);
    },
    '412 timer_version_mismatch': async (scene) => {
      const proposal = await newProposal(scene);
      return accept(scene, proposal, 99);
    },
  }),
  ...scenariosOf('declineProposal', {
    200: async (scene) => decline(scene, (await newProposal(scene)).id),
    '404 proposal_not_found': (scene) => decline(scene, UNKNOWN_ID),
    '409 proposal_closed': async (scene) => {
      const { id } = await newProposal(scene);
      await decline(scene, id);
      return decline(scene, id);
    },
  }),
];
