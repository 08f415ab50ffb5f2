import { type Known, linePath, ticksTo } from '#/components/charts/scale.ts';
import { classNames } from '#/components/ui/class-names.ts';

const BOX = { width: 1_000, height: 100 };
const LINE_LOOKS = {
  solid: 'stroke-text',
  dotted: 'stroke-text-3 [stroke-dasharray:2_4]',
};

export type LineSeries = { name: string; values: Known; look: keyof typeof LINE_LOOKS; isFilled?: boolean };
/** A part of the box without values, from 0 to 1. */
export type Blank = { from: number; to: number };

type LineChartProps = {
  series: readonly LineSeries[];
  /** Words under the line, evenly from its first point to its last. */
  labels: readonly string[];
  blanks?: readonly Blank[];
};

/** Lines over time, in ink. Where nothing is known the line is broken and the ground hatched. */
export function LineChart({ series, labels, blanks = [] }: LineChartProps) {
  const largest = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const ticks = ticksTo(largest);
  const top = ticks.at(-1) as number;
  return (
    <div aria-hidden="true" className="absolute inset-0 text-2xs text-text-3">
      <div className="absolute top-2 right-0 bottom-6 left-9">
        {ticks.map((tick) => (
          <div key={tick} className="absolute inset-x-0 border-t border-line" style={{ bottom: percent(tick / top) }}>
            <span className="absolute -top-2 right-full mr-2 whitespace-nowrap">{tick.toLocaleString('en')}</span>
          </div>
        ))}
        {blanks.map(({ from, to }) => (
          <div
            key={from}
            className="absolute inset-y-0 bg-[repeating-linear-gradient(135deg,var(--line)_0_1px,transparent_1px_5px)]"
            style={{ left: percent(from), width: percent(to - from) }}
          />
        ))}
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${BOX.width} ${BOX.height}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          {series.map(({ name, values, look, isFilled }) => (
            <g key={name}>
              {isFilled && <path d={areaPath(values, top)} className="fill-hover" />}
              <path
                d={linePath(values, top, BOX)}
                vectorEffect="non-scaling-stroke"
                className={classNames('fill-none stroke-[1.5]', LINE_LOOKS[look])}
              />
            </g>
          ))}
        </svg>
      </div>
      <div className="absolute right-0 bottom-0 left-9 flex justify-between">
        {labels.map((label) => (
          <span key={label} className="whitespace-nowrap">
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The ground under each unbroken part of a line. */
function areaPath(values: Known, top: number): string {
  const step = BOX.width / Math.max(1, values.length - 1);
  return values
    .map((value, index) => {
      const next = values[index + 1] ?? null;
      if (value === null || next === null) return '';
      const [left, right] = [index * step, (index + 1) * step];
      const y = (one: number) => BOX.height - (one / top) * BOX.height;
      return `M${left} ${BOX.height}L${left} ${y(value)}L${right} ${y(next)}L${right} ${BOX.height}Z`;
    })
    .join('');
}

function percent(part: number): string {
  return `${part * 100}%`;
}
