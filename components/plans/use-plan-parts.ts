'use client';

import { lazy, useState } from 'react';
import { useLazyModule } from '#/components/ui/use-lazy-module.ts';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';

// Most timers have no plan.
const PARTS = new LazyModule(async () => {
  const [{ PlanHero }, { PlanActions }] = await Promise.all([
    import('#/components/plans/plan-hero.tsx'),
    import('#/components/plans/plan-actions.tsx'),
  ]);
  return { PlanHero, PlanActions };
});
// With `lazy` the server renders them anyway, and its HTML stays until they are loaded.
const PLACEHOLDER_PARTS = {
  PlanHero: lazy(async () => ({ default: (await PARTS.get()).PlanHero })),
  PlanActions: lazy(async () => ({ default: (await PARTS.get()).PlanActions })),
};

/** The components of a running plan: loaded while the page is idle, or awaited (in a `Suspense`). */
export function usePlanParts(isWanted: boolean) {
  useLazyModule(PARTS, isWanted);
  // The same ones as long as they are shown: others, even if equal, would remount.
  return useState(() => PARTS.loaded() ?? PLACEHOLDER_PARTS)[0];
}
