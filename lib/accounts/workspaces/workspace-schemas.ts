import { z } from 'zod';
import {
  CAP_MAX_SECONDS,
  CAP_MIN_SECONDS,
  CLOSING_GRACE_MAX_DAYS,
  NAME_MAX,
  normalizeOrigin,
  ORIGINS_MAX,
  RETENTION_MAX_DAYS,
} from '#/lib/accounts/workspaces/workspace.ts';
import { dateInput, instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { withReadOnly } from '#/lib/core/read-back-schemas.ts';

export const role = z.enum(['owner', 'admin', 'member']);

export const workspaceName = z
  .string('Name the workspace.')
  .trim()
  .min(1, 'Name the workspace, for example after your team.')
  .max(NAME_MAX, `Use at most ${NAME_MAX} characters.`)
  .regex(/^\P{Cc}*$/u, 'Don’t use control characters.');

const DURATION_LABELS = 'Enter a duration from one minute to 366 days.';
const lengthSeconds = z
  .int(DURATION_LABELS)
  .min(CAP_MIN_SECONDS, DURATION_LABELS)
  .max(CAP_MAX_SECONDS, DURATION_LABELS);

const ORIGIN_LABELS = 'Enter an origin without a path, like https://app.example.com.';
const origin = z
  .string(ORIGIN_LABELS)
  .trim()
  .max(300, ORIGIN_LABELS)
  .transform((text, context) => {
    const normal = normalizeOrigin(text);
    if (normal) return normal;
    context.addIssue({ code: 'custom', message: ORIGIN_LABELS });
    return z.NEVER;
  });

export const createWorkspaceInput = z.strictObject({ name: workspaceName }).meta({ id: 'CreateWorkspace' });

export const leaveWorkspaceInput = z
  .strictObject({ workspace_id: z.uuid().describe('The workspace to leave, which must be the one you are in.') })
  .meta({ id: 'LeaveWorkspace' });

export const editWorkspaceInput = z
  .strictObject({
    name: workspaceName.optional(),
    cap_seconds: lengthSeconds.optional().describe('A timer ends automatically at this elapsed time.'),
    nudge_seconds: lengthSeconds
      .optional()
      .describe('Elapsed time after which people are asked whether they’re still working.'),
    retention_days: z
      .int('Enter a whole number of days.')
      .min(1, 'Enter at least one day.')
      .max(RETENTION_MAX_DAYS, `Enter at most ${RETENTION_MAX_DAYS} days.`)
      .nullable()
      .optional()
      .describe('Days that finished alarms are kept, if fewer than the server keeps them; null: the server’s setting.'),
    allowed_origins: z
      .array(origin)
      .max(ORIGINS_MAX, `Enter at most ${ORIGINS_MAX} origins.`)
      .transform((origins) => [...new Set(origins)])
      .optional()
      .describe('Pages of these origins can call the API with a key, and can embed the app in a frame.'),
    timers_disabled: z
      .boolean()
      .optional()
      .describe('For maintenance: pauses every running timer, and blocks starting or resuming one while it is set.'),
    closed_through: dateInput
      .nullable()
      .optional()
      .describe('Members can’t change their time through this day, by their own clock; null opens all of it again.'),
    closing_grace_days: z
      .int('Enter a whole number of days.')
      .min(0, 'Enter 0 or more days.')
      .max(CLOSING_GRACE_MAX_DAYS, `Enter at most ${CLOSING_GRACE_MAX_DAYS} days.`)
      .optional()
      .describe(
        'Days after a closed day during which members can still change it. Time that is already closed stays closed.',
      ),
  })
  .meta({ id: 'EditWorkspace' });

export const switchWorkspaceInput = z.strictObject({ workspace_id: z.uuid('Choose a workspace from the list.') });

export const workspaceRefOut = z
  .object({ id: z.uuid(), name: z.string(), role, current: z.boolean() })
  .meta({ id: 'WorkspaceRef' });

export const workspaceOut = withReadOnly(
  z.object({
    id: z.uuid(),
    name: z.string(),
    role: role.describe('Your role in it.'),
    cap_seconds: z.int(),
    nudge_seconds: z.int(),
    retention_days: z.int().nullable(),
    allowed_origins: z.array(z.string()),
    timers_disabled_at: instantOut.nullable(),
    closed_through: dateInput.nullable(),
    closing_grace_days: z.int(),
  }),
  ['id', 'role', 'timers_disabled_at'],
).meta({ id: 'Workspace' });

export const workspaceResponse = z
  .object({ workspace: workspaceOut, server_time: serverTimeOut })
  .meta({ id: 'WorkspaceResponse' });

export const workspaceListResponse = z
  .object({ workspaces: z.array(workspaceRefOut).describe('Oldest membership first.'), server_time: serverTimeOut })
  .meta({ id: 'WorkspaceList' });

export type CreateWorkspaceInput = z.infer<typeof createWorkspaceInput>;
export type EditWorkspaceInput = z.infer<typeof editWorkspaceInput>;
export type SwitchWorkspaceInput = z.infer<typeof switchWorkspaceInput>;
export type WorkspaceJson = z.infer<typeof workspaceOut>;
export type LeaveWorkspaceInput = z.output<typeof leaveWorkspaceInput>;
