'use client';

import { useId, useState } from 'react';
import { groupTypes, matchesSearch } from '#/components/endpoints/format-endpoint.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { Described } from '#/components/ui/described.tsx';
import { SearchBox } from '#/components/ui/form/search-box.tsx';
import { FieldError } from '#/components/ui/form/text-field.tsx';
import { EVENT_DESCRIPTIONS, EVENT_TYPES, type EventType } from '#/lib/feed/events/event-types.ts';

const GROUPS = groupTypes(EVENT_TYPES);

type Props = { chosen: readonly string[]; error?: string };

/** Which events: all, whole groups including future types, or types one by one. */
export function EventChoice({ chosen: before, error }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(before));
  const [search, setSearch] = useState('');
  const id = useId();
  const toggle = (type: string, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(type);
    else next.delete(type);
    setChosen(next);
  };
  return (
    <fieldset aria-describedby={error && `${id}-error`} className="grid min-w-0 gap-2">
      <legend className="mb-2 font-medium">Events</legend>
      <FieldError id={`${id}-error`} error={error} />
      <EventBox
        type="*"
        text="All events, including future types"
        isOn={chosen.has('*')}
        isWrong={error !== undefined}
        onChange={(isOn) => toggle('*', isOn)}
      />
      <SearchBox
        aria-label="Search events"
        placeholder="Search events"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        boxClassName="max-md:h-10"
      />
      <div className="max-h-64 overflow-y-auto rounded-md border border-line px-3 py-1 max-sm:max-h-48">
        {GROUPS.map(({ group, types }) => (
          <EventGroup key={group} group={group} types={types} chosen={chosen} search={search} onToggle={toggle} />
        ))}
        {!EVENT_TYPES.some((type) => isFound(type, search)) && (
          <p role="status" className="py-2 text-text-3">
            No event matches “{search}”.
          </p>
        )}
      </div>
    </fieldset>
  );
}

type GroupProps = {
  group: string;
  types: EventType[];
  chosen: ReadonlySet<string>;
  search: string;
  onToggle: (type: string, isOn: boolean) => void;
};

/** Boxes that the search does not match stay in the form: chosen ones stay chosen. */
function EventGroup({ group, types, chosen, search, onToggle }: GroupProps) {
  const isAll = chosen.has('*');
  const isWhole = isAll || chosen.has(group);
  const found = types.filter((type) => isFound(type, search));
  return (
    <div hidden={found.length === 0} className="border-b border-line py-2 last:border-0">
      <EventBox
        type={group}
        text="All of these"
        isOn={isWhole}
        isCovered={isAll}
        onChange={(isOn) => onToggle(group, isOn)}
      />
      <div className="pl-6">
        {types.map((type) => (
          <EventBox
            key={type}
            type={type}
            text={EVENT_DESCRIPTIONS[type]}
            isOn={isWhole || chosen.has(type)}
            isCovered={isWhole}
            isHidden={!found.includes(type)}
            onChange={(isOn) => onToggle(type, isOn)}
          />
        ))}
      </div>
    </div>
  );
}

function isFound(type: EventType, search: string): boolean {
  return matchesSearch(search, type, EVENT_DESCRIPTIONS[type]);
}

type BoxProps = {
  type: string;
  text: string;
  isOn: boolean;
  /** Already chosen by a wider choice, so it can't be chosen separately. */
  isCovered?: boolean;
  isWrong?: boolean;
  isHidden?: boolean;
  onChange: (isOn: boolean) => void;
};

function EventBox({ type, text, isOn, isCovered = false, isWrong, isHidden, onChange }: BoxProps) {
  return (
    <label
      className={classNames('flex min-h-6 items-start gap-2 py-0.5 pointer-coarse:min-h-11', isHidden && 'hidden')}
    >
      <input
        type="checkbox"
        name="event_types"
        value={type}
        checked={isOn}
        disabled={isCovered}
        aria-invalid={isWrong || undefined}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 scroll-mt-24 accent-ink"
      />
      <span className="min-w-0">
        <code className="font-mono text-xs">{type}</code>{' '}
        <span className="text-text-2">
          <Described>{text}</Described>
        </span>
      </span>
    </label>
  );
}
