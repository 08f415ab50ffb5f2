import { z } from 'zod';

const minutes = (of: string) =>
  z.int(`Choose how long ${of} is.`).min(1, 'Choose at least 1 min.').max(1440, 'Choose at most 24 h.');

const fields = {
  work_minutes: minutes('work'),
  short_break_minutes: minutes('a short break'),
  long_break_minutes: minutes('the long break'),
  rounds: z.int('Enter a whole number.').min(1, 'Choose at least 1.').max(24, 'Choose at most 24.'),
  at_work_end: z.enum(['stop', 'overtime', 'ask']).describe('What happens at the end of work, as in a plan.'),
  at_break_end: z.enum(['start', 'wait']),
  strict: z.boolean(),
  sound: z.boolean().describe('Whether pages play a sound at the end of a phase.'),
  daily_goal: z.int('Enter a whole number.').min(1, 'Choose at least 1.').max(48, 'Choose at most 48.'),
};

/** A person's pomodoro settings: the plan of a `pomodoro` start that names none. */
export const pomodoroSettingsOut = z.object(fields).meta({ id: 'PomodoroSettings' });
export const editPomodoroInput = z.strictObject(fields).partial().meta({ id: 'EditPomodoroSettings' });

export type PomodoroSettingsJson = z.infer<typeof pomodoroSettingsOut>;
export type EditPomodoroInput = z.infer<typeof editPomodoroInput>;
