import { z } from 'zod';
import { pomodoroSettingsOut } from '#/lib/accounts/pomodoro/pomodoro-settings-schemas.ts';
import { careOut } from '#/lib/accounts/users/care-schemas.ts';
import { CONFLICT_POLICIES, HOUR_CYCLES, THEMES } from '#/lib/accounts/users/user.ts';
import { role, workspaceRefOut } from '#/lib/accounts/workspaces/workspace-schemas.ts';
import { instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { withReadOnly } from '#/lib/core/read-back-schemas.ts';

export const meResponse = z
  .object({
    user: withReadOnly(
      z.object({
        id: z.uuid(),
        email: z.string(),
        name: z.string(),
        time_zone: z.string(),
        week_start: z.int().min(1).max(7),
        day_start_hour: z.int().min(0).max(23),
        hour_cycle: z.enum(HOUR_CYCLES).nullable(),
        theme: z.enum(THEMES),
        single_keys: z.boolean(),
        conflict_policy: z.enum(CONFLICT_POLICIES),
        day_target_seconds: z.int().nullable().describe('The person’s target for a day; null: no target.'),
        week_target_seconds: z.int().nullable(),
        ...careOut,
        pomodoro: pomodoroSettingsOut,
      }),
      ['id', 'email'],
    ),
    workspace: z.object({
      id: z.uuid(),
      name: z.string(),
      cap_seconds: z.int(),
      nudge_seconds: z.int(),
      timers_disabled_at: instantOut.nullable().describe('Since when timers can’t be started or resumed.'),
    }),
    workspaces: z
      .array(workspaceRefOut)
      .describe('All workspaces that this session can open; for a key, only its own.'),
    role,
    scopes: z
      .array(z.string())
      .describe('What the caller may do: everything the role allows, or the scopes of the key.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'Me' });

export type MeJson = z.infer<typeof meResponse>;
