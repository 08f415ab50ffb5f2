import { useId } from 'react';

type Props = { title: string; facts: readonly (readonly [name: string, value: string])[] };

/** A few figures below each other, next to a chart. */
export function FactTable({ title, facts }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 flex h-7 items-center font-semibold">
        {title}
      </h2>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name} className="flex h-8 items-center justify-between gap-4 border-t border-line last:border-b">
            <dt>{name}</dt>
            <dd className="font-medium whitespace-nowrap">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
