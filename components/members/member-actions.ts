import type { EditMemberInput } from '#/lib/accounts/memberships/membership-schemas.ts';
import type { EditWorkspaceInput } from '#/lib/accounts/workspaces/workspace-schemas.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';

export type Invited = {
  url: string;
  email: string | null;
  mailed: boolean;
  /** Until when the link works, as the API says it. */
  expiresAt: string;
};

/** What the server does for this page. */
export type MemberActions = {
  invite: (form: FormData) => Promise<FormOutcome<Invited>>;
  revokeInvitation: (id: string) => Promise<FormOutcome>;
  edit: (userId: string, change: EditMemberInput) => Promise<FormOutcome>;
  remove: (userId: string) => Promise<FormOutcome>;
  transfer: (userId: string) => Promise<FormOutcome>;
  /** Disables timers for everyone, or allows them again. */
  editWorkspace: (change: EditWorkspaceInput) => Promise<FormOutcome>;
};
