import { z } from 'zod';
import { instantOut } from '#/lib/core/instant-schemas.ts';
import { ALERT_RULES } from '#/lib/jobs/notification-kind-schemas.ts';

export const alertOut = z
  .object({
    id: z.uuid(),
    rule: z
      .enum(ALERT_RULES)
      .describe(
        '`no_worker`: none was seen for two minutes. `canary_silent`: no canary came through for six turns; with `on_hold_since` among its facts since the engine is on hold. `lateness`: the engine was over the objective for five minutes, or with three canaries in a row. `dead_letters`: so many in fifteen minutes. `broker_failing`: a message broker of the operators’ own workspace, or half of all brokers, at least two, has failed for as long as the operator has set (`ALERT_BROKER_MINUTES`, ten minutes unless set).',
      ),
    facts: z.record(z.string(), z.union([z.number(), z.string()])).describe('The facts when it was opened.'),
    opened_at: instantOut,
    quiet_since: instantOut
      .nullable()
      .describe('Since when its condition no longer holds; it closes once that has lasted.'),
    closed_at: instantOut.nullable().describe('Null while it is open; it closes automatically.'),
  })
  .meta({ id: 'OperationsAlert' });

export type AlertJson = z.input<typeof alertOut>;
