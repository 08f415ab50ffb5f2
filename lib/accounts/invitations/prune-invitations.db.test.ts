import { beforeAll, expect, test } from 'vitest';
import { acceptInvitation } from '#/lib/accounts/invitations/accept-invitation.ts';
import { inviteMember } from '#/lib/accounts/invitations/invite-member.ts';
import { pruneInvitations } from '#/lib/accounts/invitations/prune-invitations.ts';
import { revokeInvitation } from '#/lib/accounts/invitations/revoke-invitation.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});

test('an invitation is deleted 90 days after it was accepted, was revoked or expired', async () => {
  const maya = await world.member();
  const invite = async () => inviteMember(maya, { role: 'member' });
  const [accepted, revoked, expiring] = [await invite(), await invite(), await invite()];
  await acceptInvitation(await world.member(), accepted.url.split('/').at(-1) ?? '');
  world.clock.advance(DAY_MS);
  await revokeInvitation(maya, { id: revoked.invitation.id });
  const left = async () =>
    (await world.database.pool.query('select id from invitations order by expires_at, id')).rows.map(({ id }) => id);
  const prune = () => pruneInvitations({ db: world.db, clock: world.clock, requestId: null });

  world.clock.advance(89 * DAY_MS - 1);
  expect(await prune()).toBe(0);
  world.clock.advance(1);
  expect(await prune()).toBe(1);
  expect(await left()).toEqual([revoked.invitation.id, expiring.invitation.id]);
  world.clock.advance(DAY_MS);
  expect(await prune()).toBe(1);
  expect(await left()).toEqual([expiring.invitation.id]);
  const young = await invite();
  world.clock.advance(6 * DAY_MS);
  expect(await prune()).toBe(1);
  expect(await left()).toEqual([young.invitation.id]);
});
