import { z } from 'zod';
import { PASSWORD_MAX } from '#/lib/accounts/users/user.ts';
import { email, invitationSecret } from '#/lib/accounts/users/user-schemas.ts';

export const signInInput = z.object({
  email,
  // No lower bound: a password that is too short is simply wrong here.
  password: z
    .string('Enter your password.')
    .min(1, 'Enter your password.')
    .max(PASSWORD_MAX, 'This is too long for a password.'),
  /** Lets a person without a workspace sign in again; an invalid value counts as absent. */
  invitation: invitationSecret.optional().catch(undefined),
});

export type SignInInput = z.infer<typeof signInInput>;

export const revokeSessionInput = z.strictObject({ id: z.uuid('Choose a session from the list.') });

export type RevokeSessionInput = z.infer<typeof revokeSessionInput>;

/**
 * The content of the cookie's token: the session's id and the user's. Everything else is read from the database each
 * time.
 */
export const sessionToken = z.object({ sid: z.uuid(), uid: z.uuid() });

export type SessionToken = z.infer<typeof sessionToken>;
