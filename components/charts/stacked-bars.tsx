'use client';

import { Bar, BarChart, CartesianGrid, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts';
import { AxisText, LineTick } from '#/components/charts/axis-text.tsx';
import { PointTip, useDrawingProps } from '#/components/charts/chart-reading.tsx';
import { labeledPlaces, ticksTo } from '#/components/charts/scale.ts';
import { useWidth } from '#/components/charts/use-width.ts';

const HEIGHT_PX = 256;
const MARGIN = { top: 16, right: 0, bottom: 0, left: 0 };
const INTERVALS = 4;
/** The minimum width of the axis labels, and of each of their digits. */
const AXIS_PX = 32;
const DIGIT_PX = 7.5;
const WIDEST_BAR_PX = 28;
/** The average width of a character along the axis. */
const CHARACTER_PX = 6;

/** A part of a bar, from the bottom up. */
type BarPart = { name: string; color: string };
type StackedBar = { label: string; isNow?: boolean; values: readonly number[] };

type StackedBarsProps = {
  parts: readonly BarPart[];
  /** One value for each part, in the unit of the axis. */
  bars: readonly StackedBar[];
  /** The position of a dashed line. */
  target?: number | undefined;
  formatTick: (value: number) => string;
};

/** Bars over time, with stacked parts. */
export function StackedBarsDrawing({ parts, bars, target, formatTick }: StackedBarsProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const drawing = useDrawingProps();
  const sums = bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const labelPx = CHARACTER_PX * Math.max(0, ...bars.map(({ label }) => label.length));
  const ticks = ticksTo(Math.max(target ?? 0, ...sums), INTERVALS);
  const axisPx = Math.max(AXIS_PX, ...ticks.map((tick) => DIGIT_PX * formatTick(tick).length));
  return (
    // Until it is rendered again in a narrower window, it must not widen the page.
    <div ref={ref} className="size-full overflow-x-clip">
      {width > 0 && (
        <BarChart
          {...drawing}
          width={width}
          height={HEIGHT_PX}
          data={bars.map((bar, at) => ({ ...bar, at }))}
          margin={MARGIN}
          maxBarSize={WIDEST_BAR_PX}
          barCategoryGap="22%"
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="at"
            height={24}
            ticks={labeledPlaces(bars.length, { widthPx: width - axisPx, labelPx })}
            interval={0}
            axisLine={{ stroke: 'var(--line)' }}
            tickLine={false}
            tick={({ x, y, payload }) => (
              <AxisText
                x={Math.min(Number(x), width - labelPx / 2)}
                y={Number(y) + 8}
                textAnchor="middle"
                className={bars[payload.value]?.isNow ? 'fill-text font-semibold' : ''}
              >
                {bars[payload.value]?.label}
              </AxisText>
            )}
          />
          <YAxis
            width={axisPx}
            ticks={ticks}
            domain={[0, ticks.at(-1) as number]}
            interval={0}
            axisLine={false}
            tickLine={false}
            tick={(props) => <LineTick {...props} format={formatTick} />}
          />
          {parts.map(({ name, color }, index) => (
            <Bar
              key={name}
              name={name}
              dataKey={({ values }: StackedBar) => values[index] ?? 0}
              stackId="one"
              fill={color}
              stroke="var(--bg)"
              strokeWidth={bars.length > WIDEST_BAR_PX * 2 ? 0 : 1.5}
              isAnimationActive={false}
            />
          ))}
          {/* Recharts draws no scale without data. */}
          {parts.length === 0 && <Bar dataKey={() => 0} isAnimationActive={false} />}
          {target !== undefined && <ReferenceLine y={target} stroke="var(--text-2)" strokeDasharray="3 3" />}
          <Tooltip isAnimationActive={false} cursor={{ fill: 'var(--hover)' }} content={PointTip} />
        </BarChart>
      )}
    </div>
  );
}
