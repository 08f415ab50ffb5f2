/** A series in the legend: the style of its line, or the color of its bars. */
export type LegendItem = { name: string; look: 'solid' | 'dotted' | 'dashed' } | { name: string; color: string };

const LINES = {
  solid: 'border-solid border-text',
  dotted: 'border-dotted border-text-3',
  dashed: 'border-dashed border-text-3',
};

/** The meaning of a chart's lines and colors. */
export function ChartLegend({ items }: { items: readonly LegendItem[] }) {
  return items.map((item) => (
    <span key={item.name} className="flex items-center gap-1.5 whitespace-nowrap">
      {'color' in item ? (
        <span aria-hidden="true" className="size-2 rounded-xs" style={{ background: item.color }} />
      ) : (
        <span aria-hidden="true" className={`w-4 border-t-2 ${LINES[item.look]}`} />
      )}
      {item.name}
    </span>
  ));
}
