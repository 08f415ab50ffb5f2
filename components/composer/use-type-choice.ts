'use client';

import { useCallback, useState } from 'react';
import type { ComposerDraft } from '#/components/composer/composer-draft.ts';
import { useLazyModule } from '#/components/ui/use-lazy-module.ts';
import { useMe, useRecentDays } from '#/lib/client/live/use-live.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import type { DraftPlan, TimerDraft } from '#/lib/client/timers/timer-draft.ts';
import type { TimerType, TypeChoice } from '#/lib/client/timers/type-choice.ts';
import type { TypedEntry, TypedPart } from '#/lib/client/typed/typed-entry.ts';

// Most timers are manual.
const PARTS = new LazyModule(async () => {
  const [{ TypeOptions }, { chosenPlan }] = await Promise.all([
    import('#/components/composer/type-options.tsx'),
    import('#/lib/client/timers/type-choice.ts'),
  ]);
  return { TypeOptions, chosenPlan };
});
const NOTHING: TypeChoice = { type: null, plan: null, policies: null };

type Parts = {
  typed: TypedEntry;
  keptType: TimerType | undefined;
  draft: ComposerDraft | undefined;
  keepAsText: (part: TypedPart) => void;
};

/** The type of the next timer: the typed one, else the chosen one, else that of the timer it replaces. */
export function useTypeChoice({ typed, keptType, draft, keepAsText }: Parts) {
  const { pomodoro } = useMe().user;
  const recent = useRecentDays().data?.timers ?? [];
  const [choice, setChoice] = useState(draft?.back ?? NOTHING);
  const shown = typed.plan?.body.type ?? choice.type ?? keptType ?? 'manual';
  // Without its durations no other type can be started.
  const parts = useLazyModule(
    PARTS,
    shown !== 'manual',
    useCallback(() => setChoice(NOTHING), []),
  );
  return {
    shown,
    choice,
    Options: shown === 'manual' ? null : (parts?.TypeOptions ?? null),
    change: (change: Partial<TypeChoice>) => setChoice((before) => ({ ...before, ...change })),
    choose(type: TimerType): void {
      const planPart = typed.parts.find(({ kind }) => kind === 'plan');
      // A plan in the text that says something else becomes a word of the title.
      if (planPart) keepAsText(planPart);
      setChoice({ ...choice, type, plan: null });
    },
    /** The plan of a draft; null if it can't be loaded. */
    async planDraft(typedPlan: DraftPlan | null): Promise<Pick<TimerDraft, 'plan' | 'keepsPlan'> | null> {
      if (!typedPlan && !choice.type) return {};
      if (!typedPlan && choice.type === 'manual') return { keepsPlan: false };
      const chosenPlan = (await PARTS.get().catch(() => null))?.chosenPlan;
      const plan = chosenPlan?.(choice, typedPlan, { pomodoro, recent });
      return plan ? { plan } : typedPlan && { plan: typedPlan };
    },
    sent(): void {
      if (draft) Object.assign(draft, { sent: choice, back: undefined });
      setChoice(NOTHING);
    },
  };
}
