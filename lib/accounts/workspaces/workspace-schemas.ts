import { z } from 'zod';

const NAME_MAX = 200;

export const workspaceName = z
  .string('Name the workspace.')
  .trim()
  .min(1, 'Name the workspace, for example after your team.')
  .max(NAME_MAX, `Use at most ${NAME_MAX} characters.`)
  .regex(/^\P{Cc}*$/u, 'Use letters, not control characters.');
