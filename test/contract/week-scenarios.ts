import { apiFor } from '#/test/api-client.ts';
import { UNKNOWN_ID } from '#/test/contract/routes.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';

// The week of 2026-03-09 has begun in all of these, and the one before has ended.
const LAST = { starts_on: '2026-03-02' };
const [TUESDAY, NEXT] = [{ starts_on: '2026-03-03' }, { starts_on: '2026-03-16' }];

const ownerOf = (scene: Scene) => ({ user_id: scene.owner.actor.userId });
const submit = (scene: Scene, week: object = LAST) => scene.api('POST', '/weeks/submit', week);
const withdraw = (scene: Scene, week: object = LAST) => scene.api('POST', '/weeks/withdraw', week);
const approve = (scene: Scene, change: object = {}) =>
  scene.api('POST', '/weeks/approve', { ...ownerOf(scene), ...LAST, total_ms: 0, ...change });
const returnWeek = (scene: Scene, change: object = {}) =>
  scene.api('POST', '/weeks/return', { ...ownerOf(scene), ...LAST, comment: 'Wednesday is missing.', ...change });

async function approved(scene: Scene): Promise<void> {
  await submit(scene);
  await approve(scene);
}

export const weekScenarios: Scenario[] = [
  ...scenariosOf('listWeeks', {
    200: async (scene) => {
      await submit(scene);
      return scene.api('GET', '/weeks');
    },
    '400 cursor_invalid': ({ api }) => api('GET', '/weeks?cursor=abc'),
  }),
  ...scenariosOf('submitWeek', {
    200: (scene) => submit(scene),
    '400 week_invalid': (scene) => submit(scene, TUESDAY),
    '409 week_approved': async (scene) => {
      await approved(scene);
      return submit(scene);
    },
  }),
  ...scenariosOf('withdrawWeek', {
    200: async (scene) => {
      await submit(scene);
      return withdraw(scene);
    },
    '400 week_invalid': (scene) => withdraw(scene, NEXT),
    '409 week_approved': async (scene) => {
      await approved(scene);
      return withdraw(scene);
    },
  }),
  ...scenariosOf('approveWeek', {
    200: async (scene) => {
      await submit(scene);
      return approve(scene);
    },
    '400 week_invalid': (scene) => approve(scene, TUESDAY),
    '404 member_not_found': (scene) => approve(scene, { user_id: UNKNOWN_ID }),
    '409 week_not_submitted': (scene) => approve(scene),
    '409 week_changed': async (scene) => {
      const { actor } = await scene.member('member');
      const api = await apiFor(scene.world, { ...scene.owner, actor });
      await api('POST', '/timers', {
        spans: [{ started_at: '2026-03-03T09:00:00Z', ended_at: '2026-03-03T10:00:00Z' }],
      });
      await api('POST', '/weeks/submit', LAST);
      return approve(scene, { user_id: actor.userId });
    },
  }),
  ...scenariosOf('returnWeek', {
    200: async (scene) => {
      await approved(scene);
      return returnWeek(scene);
    },
    '400 week_invalid': (scene) => returnWeek(scene, NEXT),
    '404 member_not_found': (scene) => returnWeek(scene, { user_id: UNKNOWN_ID }),
    '409 week_not_submitted': (scene) => returnWeek(scene),
  }),
];
