import { UNKNOWN_ID } from '#/test/contract/routes.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';
import { disableTimers, STRICT, stopped } from '#/test/contract/timer-states.ts';

const POMODORO = { type: 'pomodoro', plan: { type: 'pomodoro' } };

/** A pomodoro in its first break. */
async function resting(scene: Scene): Promise<string> {
  const id = await scene.timer(POMODORO);
  await scene.api('POST', `/timers/${id}/phase/skip`);
  return id;
}

/** Actions that end, extend or restart a phase. */
function steps(operationId: string, step: string, more: Record<string, Scenario['request']> = {}): Scenario[] {
  const act = (scene: Scene, id: string, headers = {}) => scene.api('POST', `/timers/${id}/phase/${step}`, {}, headers);
  return scenariosOf(operationId, {
    200: async (scene) => act(scene, await scene.timer(POMODORO)),
    '404 timer_not_found': async (scene) => act(scene, UNKNOWN_ID),
    '409 timer_ended': async (scene) => act(scene, await stopped(scene)),
    '409 no_phase': async (scene) => act(scene, await scene.timer()),
    '409 plan_strict': async (scene) => act(scene, await scene.timer(STRICT)),
    ...more,
  });
}

export const phaseScenarios: Scenario[] = [
  ...steps('skipPhase', 'skip', {
    '409 timer_already_running': async (scene) => {
      const id = await resting(scene);
      await scene.timer();
      return scene.api('POST', `/timers/${id}/phase/skip`, { on_conflict: 'reject' });
    },
    '409 timers_disabled': async (scene) => {
      const id = await resting(scene);
      await disableTimers(scene);
      return scene.api('POST', `/timers/${id}/phase/skip`);
    },
  }),
  ...steps('extendPhase', 'extend'),
  ...steps('restartPhase', 'restart'),
];
