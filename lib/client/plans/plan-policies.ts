import type { MeJson } from '#/lib/accounts/me/me-schemas.ts';
import type { DraftPlan } from '#/lib/client/timers/timer-draft.ts';
import type { Plan } from '#/lib/tracking/cycles/plan-schemas.ts';

type Settings = MeJson['user']['pomodoro'];
/** How strict a plan is, and what happens at its deadlines. */
export type PlanPolicies = Pick<Settings, 'at_work_end' | 'at_break_end' | 'strict'>;

export const WORK_END_LABELS: Record<Plan['at_work_end'], string> = {
  stop: 'Stop counting',
  overtime: 'Keep counting',
  ask: 'Keep counting and ask',
};
export const BREAK_END_LABELS: Record<PlanPolicies['at_break_end'], string> = {
  wait: 'Wait for me',
  start: 'Start the next cycle',
};

/** Those of the person's settings. */
export function policiesOf({ at_work_end, at_break_end, strict }: Settings): PlanPolicies {
  return { at_work_end, at_break_end, strict };
}

/**
 * The plan with these policies instead of the usual ones. A countdown has no break. The lengths of a pomodoro come from
 * the user's settings.
 */
export function withPolicies(plan: DraftPlan, policies: PlanPolicies, settings: Settings): DraftPlan {
  const { body } = plan;
  const { at_work_end, strict } = policies;
  if (body.type === 'pomodoro') {
    const { work_minutes, short_break_minutes, long_break_minutes, rounds } = settings;
    const lengths = { work_minutes, short_break_minutes, long_break_minutes, rounds };
    return { ...plan, body: { type: 'pomodoro', plan: { type: 'pomodoro', ...lengths, ...policies } } };
  }
  if (body.plan?.type === 'countdown')
    return { ...plan, body: { ...body, plan: { ...body.plan, at_work_end, strict } } };
  if (body.plan?.type === 'interval') return { ...plan, body: { ...body, plan: { ...body.plan, ...policies } } };
  return plan;
}

/** "Keep counting and ask. Wait for me. Strict." Without breaks, the policy of breaks is left out. */
export function formatPolicies({ at_work_end, at_break_end, strict }: PlanPolicies, { hasBreaks = true } = {}): string {
  const parts = [
    WORK_END_LABELS[at_work_end],
    ...(hasBreaks ? [BREAK_END_LABELS[at_break_end]] : []),
    ...(strict ? ['Strict'] : []),
  ];
  return `${parts.join('. ')}.`;
}
