'use client';

import { Icon } from '#/components/ui/icon.tsx';
import { closedSentences, effectSentences, exportSentences } from '#/lib/client/corrections/format-correction.ts';
import { formatList } from '#/lib/core/format-list.ts';
import type { EffectJson } from '#/lib/tracking/corrections/correction-schemas.ts';

type Props = {
  effect: EffectJson | null;
  /** There is a change, whose effect is not known yet. */
  isAsked: boolean;
  isOffline: boolean;
  rejection: string | null;
  /** The people who are notified; none for one's own time. */
  notified: readonly string[];
  nameOf: (userId: string) => string;
};

const MAX_NAMES = 4;

/** The effect of the correction by the server's own sums, or why it would be rejected. */
export function EffectLine({ effect, isAsked, isOffline, rejection, notified, nameOf }: Props) {
  const updates =
    notified.length === 0
      ? ''
      : ` ${listOf(notified)} ${notified.length === 1 ? 'is' : 'are'} notified, with your reason.`;
  return (
    <div className="mt-2 min-h-8 text-xs text-text-3">
      <p role="status">
        {isOffline && isAsked && 'You can save it when you’re back online.'}
        {!isOffline &&
          effect &&
          `${effectSentences(effect, nameOf).join(' ')}${updates} The original stays in the log.`}
        {!isOffline && isAsked && !effect && 'Calculating the effect…'}
      </p>
      {!isOffline &&
        effect &&
        closedSentences(effect, nameOf).map((text) => (
          <p key={text} className="flex gap-1.5 text-warn">
            <Icon name="warning" />
            {text}
          </p>
        ))}
      {!isOffline && effect && exportSentences(effect, nameOf).map((text) => <p key={text}>{text}</p>)}
      <p role="alert" className="flex gap-1.5 text-danger empty:hidden">
        {rejection && <Icon name="warning" />}
        {rejection}
      </p>
    </div>
  );
}

/** `Amara and Jonas`; only the first few of many. */
function listOf(names: readonly string[]): string {
  const shown =
    names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES - 1), `${names.length - MAX_NAMES + 1} others`] : names;
  return formatList(shown);
}
