import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { InvitationOver } from '#/components/auth/invitation-over.tsx';
import type { PublicInvitation } from '#/components/auth/public-invitation.ts';

const INVITATION: Omit<PublicInvitation, 'state'> = {
  workspace: { id: 'acme', name: 'Acme' },
  role: 'member',
  email: null,
  invitedByName: 'Maya',
};

test.each([
  ['accepted', 'This invitation has already been used'],
  ['revoked', 'This invitation was revoked'],
  ['expired', 'This invitation has expired'],
] as const)('the page of an invitation that is %s says so, and whom to ask', (state, heading) => {
  const page = renderToStaticMarkup(createElement(InvitationOver, { invitation: { ...INVITATION, state } }));
  expect(/<h1[^>]*>(.*?)<\/h1>/.exec(page)?.[1]).toBe(heading);
  expect(page).toContain('Ask Maya, or another admin of Acme, for a new one.');
});
