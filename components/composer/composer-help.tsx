import type { TypedKind } from '#/lib/client/typed/typed-entry.ts';

const KIND_LABELS: Record<TypedKind, [typed: string, meaning: string]> = {
  ticket: ['API-412, #34, a link, or a branch', 'ticket'],
  project: ['@name or @"two words"', 'project'],
  tag: ['#word', 'tag'],
  start: ['90m ago, since 9:30 or 1h30', 'started earlier'],
  plan: ['for 25m or 8x 10m/2m', 'countdown or interval'],
};

/** Help for what can be typed into the field. */
export function ComposerHelp({ kinds }: { kinds: readonly TypedKind[] }) {
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-0.5 px-4 py-2 text-xs text-text-3">
      {kinds.map((kind) => (
        <div key={kind} className="flex gap-1.5">
          <dt className="font-medium text-text-2">{KIND_LABELS[kind][0]}</dt>
          <dd>{KIND_LABELS[kind][1]}</dd>
        </div>
      ))}
    </dl>
  );
}
