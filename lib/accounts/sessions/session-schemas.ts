import { z } from 'zod';
import { PASSWORD_MAX } from '#/lib/accounts/users/user.ts';
import { email, invitationSecret } from '#/lib/accounts/users/user-schemas.ts';

export const signInInput = z.object({
  email,
  // No lower bound: what is too short to be chosen is simply wrong here.
  password: z
    .string('Enter your password.')
    .min(1, 'Enter your password.')
    .max(PASSWORD_MAX, 'This is too long for a password.'),
  /** Lets somebody in again who is in no workspace any more; what is none is as good as absent. */
  invitation: invitationSecret.optional().catch(undefined),
});

export type SignInInput = z.infer<typeof signInInput>;

export const revokeSessionInput = z.strictObject({ id: z.uuid('Choose a session from the list.') });

export type RevokeSessionInput = z.infer<typeof revokeSessionInput>;

/** What the cookie's token says: which sign-in, and whose. Everything else is asked from the database each time. */
export const sessionToken = z.object({ sid: z.uuid(), uid: z.uuid() });

export type SessionToken = z.infer<typeof sessionToken>;
