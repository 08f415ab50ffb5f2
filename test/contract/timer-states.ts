import type { Scene } from '#/test/contract/scene.ts';

/** For a version that no timer has. */
export const OLD_VERSION = { 'if-match': '"99"' };

/** A plan that can't be paused, extended or skipped. */
export const STRICT = { type: 'pomodoro', plan: { type: 'pomodoro', strict: true } };

export async function stopped(scene: Scene): Promise<string> {
  const id = await scene.timer();
  await scene.api('POST', `/timers/${id}/stop`);
  return id;
}

export const disableTimers = (scene: Scene) => scene.api('PATCH', '/workspace', { timers_disabled: true });
