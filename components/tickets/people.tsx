import { initials } from '#/components/ui/initials.ts';
import type { PersonTimeJson } from '#/lib/tracking/worked-time/worked-time-schemas.ts';

const SHOWN = 2;

/** The people who worked on it, as initials; their names are the tooltip and the accessible name. */
export function People({ people }: { people: PersonTimeJson[] }) {
  if (people.length === 0) return <span className="text-text-3">–</span>;
  const more = people.length - SHOWN;
  const names = people.map(({ name }) => name).join(', ');
  return (
    <span className="flex items-center gap-1" title={names}>
      <span className="sr-only">{names}</span>
      {people.slice(0, SHOWN).map((person) => (
        <Avatar key={person.user_id} name={person.name} />
      ))}
      {more > 0 && (
        <span aria-hidden="true" className="text-xs text-text-3">
          +{more}
        </span>
      )}
    </span>
  );
}

export function Avatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-6 shrink-0 place-items-center rounded-full border border-line bg-hover text-[10px] font-semibold text-text-2"
    >
      {initials(name)}
    </span>
  );
}
