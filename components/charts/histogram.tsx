'use client';

import { Bar, BarChart, type LabelProps, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts';
import { AxisText } from '#/components/charts/axis-text.tsx';
import { PointTip, useDrawingProps } from '#/components/charts/chart-reading.tsx';
import { useWidth } from '#/components/charts/use-width.ts';
import { classNames } from '#/components/ui/class-names.ts';

/** A bar, its height, and its label. */
type HistogramBar = { label: string; count: number };
/** A marked position: its label, and its place, from 0 (left of the first bar) to 1 (right of the last). */
type HistogramMark = { label: string; at: number };

const HEIGHT_PX = 192;
const MARGIN = { top: 4, right: 0, bottom: 0, left: 0 };
/** The share of the height for mark labels, and the distance from each to the next. */
const MARKS_PART = 0.32;
const MARK_STEP = 0.1;
/** The maximum width of a character in mark labels. */
const CHARACTER_PX = 6.5;
const MARK_GAP_PX = 4;

/**
 * The count of each size, in ink, with marks over them. Labels are to the right of their mark, each slightly lower than
 * the previous, so that no line crosses them; if the last has no room there, to the left, each slightly higher.
 */
export function HistogramDrawing({ bars, marks }: { bars: readonly HistogramBar[]; marks: readonly HistogramMark[] }) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const drawing = useDrawingProps();
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const top = most / (1 - MARKS_PART);
  const isTurned = marks.some(({ label, at }) => at * width + roomFor(label) > width);
  const stepOf = (index: number) => (isTurned ? marks.length - 1 - index : index);
  // A separate scale for the marks: without a key, Recharts would count bars on it.
  const data = bars.map((bar, index) => ({ ...bar, place: index / Math.max(1, bars.length - 1) }));
  return (
    <div ref={ref} className="size-full">
      {width > 0 && (
        <BarChart {...drawing} width={width} height={HEIGHT_PX} data={data} margin={MARGIN} barCategoryGap={0.5}>
          <XAxis
            dataKey="label"
            interval={0}
            height={24}
            axisLine={{ stroke: 'var(--line)' }}
            tickLine={false}
            tick={({ x, y, payload }) => (
              <AxisText x={x} y={Number(y) + 8} textAnchor="middle">
                {payload.value}
              </AxisText>
            )}
          />
          <XAxis xAxisId="place" dataKey="place" type="number" domain={[0, 1]} hide />
          <YAxis hide domain={[0, top]} />
          <Bar
            dataKey="count"
            fill="var(--text-3)"
            fillOpacity={0.8}
            minPointSize={(value) => (Number(value) > 0 ? 2 : 0)}
            radius={[1, 1, 0, 0]}
            isAnimationActive={false}
          />
          {marks.map(({ label, at }, index) => (
            <ReferenceLine
              key={label}
              xAxisId="place"
              segment={[
                { x: at, y: 0 },
                { x: at, y: top * (1 - stepOf(index) * MARK_STEP) },
              ]}
              stroke="var(--text)"
              strokeDasharray="2 3"
              label={({ viewBox }: LabelProps) => (
                <MarkText label={label} isLeft={isTurned && at * width > roomFor(label)} viewBox={viewBox} />
              )}
            />
          ))}
          <Tooltip isAnimationActive={false} cursor={{ fill: 'var(--hover)' }} content={PointTip} />
        </BarChart>
      )}
    </div>
  );
}

function roomFor(label: string): number {
  return MARK_GAP_PX + label.length * CHARACTER_PX;
}

type MarkTextProps = { label: string; isLeft: boolean; viewBox: LabelProps['viewBox'] };

function MarkText({ label, isLeft, viewBox }: MarkTextProps) {
  if (!viewBox || !('x' in viewBox)) return null;
  return (
    <text
      x={Number(viewBox.x) + (isLeft ? -MARK_GAP_PX : MARK_GAP_PX)}
      y={Number(viewBox.y) + 10}
      textAnchor={isLeft ? 'end' : 'start'}
      className={classNames('fill-text stroke-bg stroke-4 text-2xs [paint-order:stroke]')}
    >
      {label}
    </text>
  );
}
