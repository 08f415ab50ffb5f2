/** A bar, how high it is, and the words under it. */
export type HistogramBar = { label: string; count: number };
/** Something to point out: its words, and where it stands, from 0 (left of the first bar) to 1 (right of the last). */
export type HistogramMark = { words: string; at: number };

const MARK_STEP_REM = 1.75;

/** How many of each size there are, in ink, and marks over them, each a little lower than the one before. */
export function Histogram({ bars, marks }: { bars: readonly HistogramBar[]; marks: readonly HistogramMark[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <div aria-hidden="true" className="absolute inset-0 flex flex-col text-2xs text-text-3">
      <div className="relative mt-12 flex grow items-end gap-px border-b border-line">
        {bars.map(({ label, count }) => (
          <div
            key={label}
            className="min-w-0 grow basis-0 rounded-t-xs bg-text-3/80"
            style={{ height: count > 0 ? `max(2px, ${(count / most) * 100}%)` : 0 }}
          />
        ))}
        {marks.map(({ words, at }, index) => (
          <div
            key={words}
            className="absolute bottom-0 border-l border-dashed border-text"
            style={{ left: `${at * 100}%`, top: `${(index - 1.6) * MARK_STEP_REM * 0.9}rem` }}
          >
            <span
              className={`absolute top-0 whitespace-nowrap bg-bg px-1 text-text ${at > 0.6 ? 'right-0.5' : 'left-0.5'}`}
            >
              {words}
            </span>
          </div>
        ))}
      </div>
      <div className="flex h-6 items-end gap-px">
        {bars.map(({ label }) => (
          <span key={label} className="min-w-0 grow basis-0 text-center whitespace-nowrap">
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}
