import { z } from 'zod';

/**
 * The version of the object that its form was opened with, from the hidden field `version`. A form sends every field,
 * so it applies only to that version: otherwise it would undo other people's changes since.
 */
export const openedVersion = z.coerce.number<string>().int().min(1);
