import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { UNKNOWN_ID } from '#/test/contract/routes.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';
import { newQuestion } from '#/test/contract/things.ts';

const answer = (scene: Scene, id: string, body: object | undefined) =>
  scene.api('POST', `/timers/questions/${id}/answer`, body);
const undo = (scene: Scene, id: string) => scene.api('POST', `/timers/questions/${id}/undo`);

const answered = (scene: Scene) => newQuestion(scene, { answer: 'keep', answeredAt: new Date('2026-03-10T08:50:00Z') });

/** The timer was cut short by an answer, and so ended before now. */
async function trimmed(scene: Scene): Promise<string> {
  const id = await newQuestion(scene);
  await answer(scene, id, { action: 'trim_stop' });
  return id;
}

export const questionScenarios: Scenario[] = [
  ...scenariosOf('sendHeartbeat', {
    200: async (scene) => {
      await scene.timer();
      return scene.session('POST', '/timers/current/heartbeat', BODY_EXAMPLES.sendHeartbeat);
    },
  }),
  ...scenariosOf('listQuestions', {
    200: async (scene) => {
      await newQuestion(scene);
      return scene.api('GET', '/timers/questions');
    },
  }),
  ...scenariosOf('answerQuestion', {
    200: async (scene) => answer(scene, await newQuestion(scene), BODY_EXAMPLES.answerQuestion),
    '400 time_in_future': async (scene) =>
      answer(scene, await newQuestion(scene), { action: 'trim_stop', at: '2026-03-11T09:00:00Z' }),
    '400 trim_outside': async (scene) =>
      answer(scene, await newQuestion(scene), { action: 'trim_stop', at: '2026-03-09T09:00:00Z' }),
    '400 trim_needs_instant': async (scene) => {
      const id = await newQuestion(scene);
      await scene.world.db.timerQuestion.update({ where: { id }, data: { kind: 'long_run', awayFrom: null } });
      return answer(scene, id, { action: 'trim_stop' });
    },
    '404 question_not_found': (scene) => answer(scene, UNKNOWN_ID, { action: 'keep' }),
    '404 ticket_not_found': async (scene) =>
      answer(scene, await newQuestion(scene), { action: 'split', ticket_key: 'NO-1' }),
    '409 question_answered': async (scene) => answer(scene, await answered(scene), { action: 'stop' }),
  }),
  ...scenariosOf('snoozeQuestion', {
    200: async (scene) => scene.api('POST', `/timers/questions/${await newQuestion(scene)}/snooze`),
    '404 question_not_found': (scene) => scene.api('POST', `/timers/questions/${UNKNOWN_ID}/snooze`),
    '409 question_answered': async (scene) => scene.api('POST', `/timers/questions/${await answered(scene)}/snooze`),
  }),
  ...scenariosOf('undoAnswer', {
    200: async (scene) => undo(scene, await trimmed(scene)),
    '404 question_not_found': (scene) => undo(scene, UNKNOWN_ID),
    '409 answer_not_undoable': async (scene) => undo(scene, await answered(scene)),
    '409 timer_already_running': async (scene) => {
      const id = await trimmed(scene);
      await scene.timer();
      return undo(scene, id);
    },
    '409 timers_disabled': async (scene) => {
      const id = await trimmed(scene);
      await scene.api('PATCH', '/workspace', { timers_disabled: true });
      return undo(scene, id);
    },
    '409 time_overlaps': async (scene) => {
      const id = await trimmed(scene);
      const spans = [{ started_at: '2026-03-10T08:30:00Z', ended_at: '2026-03-10T08:35:00Z' }];
      await scene.api('POST', '/timers', { spans });
      return undo(scene, id);
    },
    '409 time_closed': async (scene) => {
      const { clock } = scene.world;
      const today = await clock.now();
      const id = await trimmed(scene);
      clock.advance(DAY_MS);
      try {
        await scene.api('PATCH', '/workspace', { closed_through: '2026-03-10' });
        return await undo(scene, id);
      } finally {
        clock.set(today);
      }
    },
  }),
];
