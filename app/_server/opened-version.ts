import { z } from 'zod';

/**
 * The version of a thing that its form was opened with, from the hidden field `version`. A form sends every field, so it
 * is meant for that version alone: it would undo what somebody else has changed meanwhile.
 */
export const openedVersion = z.coerce.number<string>().int().min(1);
