'use client';

import { useQuery } from '@tanstack/react-query';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useMe } from '#/lib/client/live/use-live.tsx';
import { weekStateQuery } from '#/lib/client/weeks/week-queries.ts';
import type { WeekJson } from '#/lib/tracking/weeks/week-schemas.ts';

/** The state of the user's own week; null if it was never submitted, undefined until it is loaded. */
export function useWeekState(startsOn: string): WeekJson | null | undefined {
  return useQuery(weekStateQuery(useFetchApi(), useMe().user.id, startsOn)).data;
}
