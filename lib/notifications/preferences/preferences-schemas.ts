import { z } from 'zod';
import { serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { NOTIFICATION_KINDS } from '#/lib/jobs/notification-kind-schemas.ts';

const kind = z.enum(NOTIFICATION_KINDS);
const wallClock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, such as 22:00.')
  .meta({ example: '22:00' });

/** The chosen channels, as the table stores them: kinds of another version are left out. */
export const storedChannels = z
  .record(z.string(), z.object({ push: z.boolean().optional(), mail: z.boolean().optional() }))
  .transform((byKind) => Object.fromEntries(Object.entries(byKind).filter(([name]) => kind.safeParse(name).success)));

export const preferencesInput = z
  .strictObject({
    channels: z
      .partialRecord(kind, z.strictObject({ push: z.boolean().optional(), mail: z.boolean().optional() }))
      .describe(
        'For each kind, whether to notify by push and by email in addition to the inbox. Kinds that are left out use their defaults.',
      ),
    quiet_hours: z
      .strictObject({ from: wallClock, to: wallClock })
      .refine(({ from, to }) => from !== to, { path: ['to'], error: 'Choose an end that differs from the start.' })
      .nullable()
      .describe('In your time zone; across midnight if `to` is earlier. Null: none.'),
  })
  .meta({ id: 'NotificationPreferencesInput' });

const preferencesOut = z
  .object({
    channels: z.record(kind, z.object({ push: z.boolean(), mail: z.boolean() })),
    quiet_hours: z.object({ from: z.string(), to: z.string() }).nullable(),
  })
  .meta({ id: 'NotificationPreferences' });

export const preferencesResponse = z
  .object({
    notification_preferences: preferencesOut,
    mail_available: z.boolean().describe('Whether this server can send email.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'NotificationPreferencesResponse' });

export type PreferencesInput = z.output<typeof preferencesInput>;
export type PreferencesJson = z.output<typeof preferencesOut>;
export type PreferencesResponseJson = z.output<typeof preferencesResponse>;
