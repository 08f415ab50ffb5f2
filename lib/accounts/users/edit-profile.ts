import type { Ctx } from '#/lib/accounts/context.ts';
import { editSettings } from '#/lib/accounts/users/edit-settings.ts';
import type { User } from '#/lib/accounts/users/user.ts';
import type { EditProfileInput } from '#/lib/accounts/users/user-schemas.ts';

/** Changes the actor's own name and time zone, as `editSettings` does with all the rest. */
export function editProfile(ctx: Ctx, input: EditProfileInput): Promise<User> {
  return editSettings(ctx, input);
}
