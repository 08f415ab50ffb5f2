import { operation } from '#/lib/api/operations/operation.ts';
import { changesTimer, changeTimerBody, VERSION } from '#/lib/api/v1/timer-responses.ts';
import { emptyInput } from '#/lib/core/empty-schemas.ts';
import { extendPhase } from '#/lib/tracking/cycles/extend-phase.ts';
import { extendPhaseInput, skipPhaseInput } from '#/lib/tracking/cycles/phase-schemas.ts';
import { restartPhase } from '#/lib/tracking/cycles/restart-phase.ts';
import { skipPhase } from '#/lib/tracking/cycles/skip-phase.ts';

const REJECTED = ['timer_ended', 'no_phase', 'plan_strict'] as const;

const skip = operation({
  ...changesTimer,
  operationId: 'skipPhase',
  method: 'post',
  path: '/timers/{id}/phase/skip',
  summary: 'End a phase and start the next',
  description:
    'Work ends now or, in overtime, at its deadline (`at: deadline`), and the break begins; a break ends, and the next work begins. After the last phase, the timer is completed.',
  body: skipPhaseInput,
  problems: ['timer_not_found', ...REJECTED, 'timer_already_running', 'timers_disabled', ...VERSION],
  handler: async (ctx, { params, body, ifMatch }) =>
    changeTimerBody(await skipPhase(ctx, { id: params.id, ifMatch }, body)),
});

const extend = operation({
  ...changesTimer,
  operationId: 'extendPhase',
  method: 'post',
  path: '/timers/{id}/phase/extend',
  summary: 'Give a phase more time',
  description: 'Five minutes if `by` is omitted. A phase whose deadline has passed gets a new one, counted from now.',
  body: extendPhaseInput,
  problems: ['timer_not_found', ...REJECTED, ...VERSION],
  handler: async (ctx, { params, body, ifMatch }) =>
    changeTimerBody(await extendPhase(ctx, { id: params.id, ifMatch }, body)),
});

const restart = operation({
  ...changesTimer,
  operationId: 'restartPhase',
  method: 'post',
  path: '/timers/{id}/phase/restart',
  summary: 'Restart a phase',
  description: 'With its whole planned time, as a new cycle. Time worked in it stays.',
  body: emptyInput,
  problems: ['timer_not_found', ...REJECTED, ...VERSION],
  handler: async (ctx, { params, ifMatch }) => changeTimerBody(await restartPhase(ctx, { id: params.id, ifMatch })),
});

export const phaseOperations = [skip, extend, restart];
