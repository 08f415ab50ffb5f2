import type { EditMemberInput } from '#/lib/accounts/memberships/membership-schemas.ts';
import type { EditWorkspaceInput } from '#/lib/accounts/workspaces/workspace-schemas.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';

export type Invited = {
  url: string;
  email: string | null;
  mailed: boolean;
  /** The link's expiry, in the API's format. */
  expiresAt: string;
};

/** The server actions of this page. */
export type MemberActions = {
  invite: (form: FormData) => Promise<FormOutcome<Invited>>;
  revokeInvitation: (id: string) => Promise<FormOutcome>;
  edit: (userId: string, change: EditMemberInput) => Promise<FormOutcome>;
  remove: (userId: string) => Promise<FormOutcome>;
  transfer: (userId: string) => Promise<FormOutcome>;
  /** Disables timers for everyone, or enables them again. */
  editWorkspace: (change: EditWorkspaceInput) => Promise<FormOutcome>;
};
