import { z } from 'zod';
import { role } from '#/lib/accounts/workspaces/workspace-schemas.ts';
import { cursorInput } from '#/lib/core/cursor-schemas.ts';
import { instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { withReadOnly } from '#/lib/core/read-back-schemas.ts';

/** A role that can be assigned; ownership is transferred instead. */
export const assignableRole = z.enum(['admin', 'member'], 'Choose admin or member.');

export const editMemberInput = z
  .strictObject({
    role: assignableRole.optional(),
    disabled: z
      .boolean()
      .optional()
      .describe('A disabled member can’t do anything here; their running and paused timers are stopped.'),
  })
  .meta({ id: 'EditMember' });

export const memberIdInput = z.strictObject({ user_id: z.uuid('Choose a member from the list.') });

export const transferInput = memberIdInput.meta({ id: 'TransferWorkspace' });

export const listMembersQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorInput.optional(),
});

export const memberOut = withReadOnly(
  z.object({
    user_id: z.uuid(),
    name: z.string(),
    email: z.string(),
    role,
    joined_at: instantOut,
    disabled_at: instantOut.nullable(),
    last_seen_at: instantOut.nullable(),
    running: z
      .object({
        timer_id: z.uuid(),
        title: z.string(),
        ticket_key: z.string().nullable(),
        started_at: instantOut,
      })
      .nullable()
      .describe('Their running timer here; null without the scope timers:read_all.'),
  }),
  ['user_id', 'name', 'email', 'joined_at', 'disabled_at', 'last_seen_at', 'running'],
).meta({ id: 'Member' });

export const memberResponse = z
  .object({ member: memberOut, server_time: serverTimeOut })
  .meta({ id: 'MemberResponse' });

export const memberListResponse = z
  .object({
    members: z.array(memberOut).describe('In the order in which they joined.'),
    next_cursor: z.string().nullable(),
    server_time: serverTimeOut,
  })
  .meta({ id: 'MemberList' });

export const formerMemberListResponse = z
  .object({
    members: z.array(z.object({ user_id: z.uuid(), name: z.string() }).meta({ id: 'FormerMember' })),
    next_cursor: z.string().nullable(),
    server_time: serverTimeOut,
  })
  .meta({ id: 'FormerMemberList' });

export type EditMemberInput = z.infer<typeof editMemberInput>;
export type ListMembersQuery = z.infer<typeof listMembersQuery>;
export type MemberIdInput = z.infer<typeof memberIdInput>;
export type MemberJson = z.infer<typeof memberOut>;
export type FormerMemberListJson = z.infer<typeof formerMemberListResponse>;
export type MemberListJson = z.infer<typeof memberListResponse>;
