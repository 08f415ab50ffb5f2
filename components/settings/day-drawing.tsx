/**
 * Minutes before now at which each stretch of the drawn day begins and ends. Only a drawing: no one has signed in yet.
 */
const SPANS = [
  [358, 291],
  [291, 277],
  [277, 252],
  [240, 215],
  [210, 185],
  [180, 155],
  [142, 122],
  [104, 70],
  [50, 0],
] as const;
const PAUSES = [
  [215, 210],
  [185, 180],
  [70, 50],
] as const;
const HOURS_BEFORE = 6;
const HOURS_SHOWN = 10;
const TICK_HOURS = 2;

/** The rail of a working day up to now: counted, paused and running stretches, as drawn in the product. */
export function DayDrawing({ minuteOfDay }: { minuteOfDay: number | null }) {
  const now = minuteOfDay ?? 14 * 60 + 32;
  const firstHour = Math.floor(now / 60) - HOURS_BEFORE;
  const at = (minute: number) => `${((minute - firstHour * 60) / (HOURS_SHOWN * 60)) * 100}%`;
  const width = (minutes: number) => `${(minutes / (HOURS_SHOWN * 60)) * 100}%`;
  const ticks = Array.from({ length: HOURS_SHOWN / TICK_HOURS + 1 }, (_, i) => firstHour + i * TICK_HOURS);
  return (
    <div aria-hidden="true" className="relative h-10 border-y border-line">
      {ticks.map((hour, i) => (
        <Tick
          key={hour}
          left={at(hour * 60)}
          label={minuteOfDay === null ? '' : clock(hour)}
          align={alignOf(i, ticks)}
        />
      ))}
      {PAUSES.map(([from, to]) => (
        <span
          key={from}
          className="absolute top-1/2 border-t-[1.5px] border-dotted border-span-edge"
          style={{ left: at(now - from), width: width(from - to) }}
        />
      ))}
      {SPANS.map(([from, to]) => (
        <span
          key={from}
          className={`absolute inset-y-2 ${to === 0 ? 'rounded-l-xs bg-accent' : 'rounded-xs bg-span shadow-[inset_0_0_0_1px_var(--span-edge)]'}`}
          style={{ left: at(now - from), width: `calc(${width(from - to)} - 1px)` }}
        />
      ))}
      <span className="absolute -top-2 -bottom-px border-l-[1.5px] border-accent" style={{ left: at(now) }} />
    </div>
  );
}

type Align = 'start' | 'center' | 'end';
const SHIFT: Record<Align, string> = { start: '', center: '-translate-x-1/2', end: '-translate-x-full' };

function Tick({ left, label, align }: { left: string; label: string; align: Align }) {
  return (
    <>
      <span className="absolute inset-y-0 w-px bg-line" style={{ left }} />
      <span className={`absolute top-full mt-1 text-2xs text-text-3 ${SHIFT[align]}`} style={{ left }}>
        {label}
      </span>
    </>
  );
}

function alignOf(index: number, ticks: number[]): Align {
  if (index === 0) return 'start';
  return index === ticks.length - 1 ? 'end' : 'center';
}

function clock(hour: number): string {
  return `${String((hour + 24) % 24).padStart(2, '0')}:00`;
}
