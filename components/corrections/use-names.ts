'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { memberNames, type NameOf } from '#/lib/client/members/member-names.ts';
import { formerMembersQuery, membersQuery } from '#/lib/client/members/member-queries.ts';

/** Names of members, and of former members, marked as such. */
export function useNames(): NameOf {
  const { http } = useLive();
  const members = useQuery(membersQuery(http)).data?.members;
  const former = useQuery(formerMembersQuery(http)).data?.members;
  return useMemo(() => memberNames(members, former), [members, former]);
}

/** Possible owners: members, then former members, by their displayed names. */
export function usePeople(): { userId: string; name: string }[] {
  const { http } = useLive();
  const nameOf = useNames();
  const members = useQuery(membersQuery(http)).data?.members ?? [];
  const former = useQuery(formerMembersQuery(http)).data?.members ?? [];
  return [...members, ...former].map(({ user_id }) => ({ userId: user_id, name: nameOf(user_id) }));
}
