import { z } from 'zod';
import { reportFilters } from '#/lib/analytics/reports/report-query-schemas.ts';
import { reportHeading } from '#/lib/analytics/reports/report-schemas.ts';
import { elapsedMsOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';

const MAX_SWITCH_MINUTES = 60;

export const focusReportQuery = z.strictObject({
  ...reportFilters,
  switch_minutes: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_SWITCH_MINUTES)
    .default(5)
    .describe('Another timer that starts within this many minutes counts as a switch.'),
});

const count = z.int().min(0);
const figures = {
  stretches: count.describe('Uninterrupted spans that began in the range. Time entered by hand has none.'),
  pauses: count.describe(
    'Stretches after which the member continued the same timer that day. Breaks of a plan are not pauses.',
  ),
  switches: count.describe(
    'Stretches after which another timer of the member started or continued within `switch_minutes`.',
  ),
  median_ms: elapsedMsOut.nullable().describe('Half of the stretches are longer. Null without stretches.'),
  longest_ms: elapsedMsOut.nullable().describe('Null without stretches.'),
};

export const focusReportResponse = z
  .object({
    ...reportHeading,
    switch_minutes: z.int(),
    totals: z.object({
      ...figures,
      working_days: count.describe('Days with a stretch; days of different members are counted separately.'),
      interruptions: count.describe('Pauses and switches.'),
      interruptions_per_day: z.number().min(0).nullable().describe('Per working day. Null without one.'),
    }),
    lengths: z
      .array(
        z.object({
          from_minutes: z.int(),
          to_minutes: z.int().nullable().describe('Exclusive; null: no limit.'),
          stretches: count,
          ms: elapsedMsOut.describe('Their total time.'),
        }),
      )
      .describe('How long the stretches are, the shortest first.'),
    days: z
      .array(z.object({ date: z.iso.date(), ...figures }))
      .describe('By the day on which a stretch began, the oldest first. Days without one are left out.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'FocusReport' });

export type FocusReportQuery = z.infer<typeof focusReportQuery>;
export type FocusReportJson = z.infer<typeof focusReportResponse>;
