'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { membersQuery } from '#/lib/client/member-queries.ts';
import { useLive } from '#/lib/client/use-live.tsx';

/** What members are called; who has left has no name any more. */
export function useNames(): (userId: string | null | undefined) => string {
  const { http } = useLive();
  const { data } = useQuery(membersQuery(http));
  return useMemo(() => {
    const names = new Map(data?.members.map(({ user_id, name }) => [user_id, name]));
    return (userId) => (userId && names.get(userId)) || 'Former member';
  }, [data]);
}
