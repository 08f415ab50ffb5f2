import { z } from 'zod';
import { reportFilters } from '#/lib/analytics/reports/report-query-schemas.ts';
import { reportHeading } from '#/lib/analytics/reports/report-schemas.ts';
import { elapsedMsOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';

export const pomodoroReportQuery = z.strictObject(reportFilters);

const count = z.int().min(0);
const cycles = {
  planned_cycles: count.describe('Work phases that have ended. They are kept, ended early or abandoned.'),
  kept_cycles: count.describe('Worked for as long as planned, including added time, or longer.'),
  ended_early_cycles: count.describe('Skipped or restarted before that.'),
  abandoned_cycles: count.describe('The timer was stopped, or reached its cap, before that.'),
  extended_cycles: count.describe('How many of them had time added.'),
};
const breaks = {
  planned_breaks: count.describe('Breaks that have ended, other than by stopping the timer.'),
  taken_breaks: count.describe('How many of them were as long as planned, or longer.'),
};

export const pomodoroReportResponse = z
  .object({
    ...reportHeading,
    totals: z.object({
      ...cycles,
      planned_work_ms: elapsedMsOut.describe('As planned, including added time.'),
      actual_work_ms: elapsedMsOut.describe('Time worked in these phases.'),
      ...breaks,
      planned_break_ms: elapsedMsOut.describe('As planned, including added time.'),
      actual_break_ms: elapsedMsOut.describe('How long these breaks were.'),
    }),
    days: z
      .array(z.object({ date: z.iso.date(), ...cycles, ...breaks }))
      .describe('By the day on which a phase ended, the oldest first. Days without one are left out.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'PomodoroReport' });

export type PomodoroReportQuery = z.infer<typeof pomodoroReportQuery>;
export type PomodoroReportJson = z.infer<typeof pomodoroReportResponse>;
