'use client';

import { type KeyboardEvent, useEffect, useState } from 'react';
import { AxisText } from '#/components/charts/axis-text.tsx';
import { Tip, useChartReading, useDrawingProps } from '#/components/charts/chart-reading.tsx';
import { useWidth } from '#/components/charts/use-width.ts';

const ROW_PX = 32;
const SPAN_PX = 16;
const FOOT_PX = 24;
/** The width of the names on the left, and when there is little room. */
const LABEL_PX = 132;
const NARROW_LABEL_PX = 72;
const NARROW_PX = 560;
const NARROWEST_TICK_PX = 44;
const TIP_PX = 256;

/** A stretch of a line from 0 to 1, with its description. */
type LineSpan = { id: string; from: number; to: number; isRunning: boolean; text: string };
type SpanLine = { id: string; name: string; spans: readonly LineSpan[] };
type Tick = { at: number; text: string };
type Place = readonly [line: number, span: number];

type SpanLinesProps = { lines: readonly SpanLine[]; ticks: readonly Tick[]; now: number | null };

/** The height of a drawing with this many lines, in px. */
export function spanLinesHeight(count: number): number {
  return count * ROW_PX + FOOT_PX;
}

/**
 * Lines on one time scale, each with its spans; running ones are in the accent color. Arrow keys move from span to
 * span.
 */
export function SpanLines({ lines, ticks, now }: SpanLinesProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const drawing = useDrawingProps();
  const { read } = useChartReading();
  const [active, setActive] = useState<Place | null>(null);
  const span = active && lines[active[0]]?.spans[active[1]];
  const text = span ? `${lines[active[0]]?.name}: ${span.text}` : '';
  useEffect(() => read(text), [read, text]);
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setActive(null);
    const next = nextPlace(lines, active, event.key);
    if (!next) return;
    event.preventDefault();
    setActive(next);
  };
  const label = width < NARROW_PX ? NARROW_LABEL_PX : LABEL_PX;
  const room = Math.max(0, width - label);
  const px = (part: number) => label + part * room;
  const bottom = lines.length * ROW_PX;
  const every = Math.max(1, Math.ceil((NARROWEST_TICK_PX * ticks.length) / Math.max(1, room)));
  return (
    <div ref={ref} className="relative size-full overflow-x-clip">
      {width > 0 && (
        <svg
          role={drawing.role}
          tabIndex={drawing.tabIndex}
          aria-label={drawing['aria-label']}
          width={width}
          height={spanLinesHeight(lines.length)}
          onKeyDown={handleKey}
          onBlur={() => setActive(null)}
          onPointerLeave={() => setActive(null)}
          className="block"
        >
          {ticks
            .filter((_, index) => index % every === 0)
            .map(({ at, text: name }) => (
              <g key={at}>
                <line x1={px(at)} x2={px(at)} y1={0} y2={bottom} stroke="var(--line)" />
                <AxisText x={px(at)} y={bottom + 16} textAnchor={at === 1 ? 'end' : 'middle'}>
                  {name}
                </AxisText>
              </g>
            ))}
          {lines.map(({ id, name, spans }, row) => (
            <g key={id}>
              <line x1={0} x2={width} y1={(row + 1) * ROW_PX} y2={(row + 1) * ROW_PX} stroke="var(--line)" />
              <Name name={name} width={label} y={(row + 0.5) * ROW_PX} />
              {spans.map(({ id: spanId, from, to, isRunning }, column) => (
                <rect
                  key={spanId}
                  x={px(from)}
                  y={row * ROW_PX + (ROW_PX - SPAN_PX) / 2}
                  width={Math.max(1, (to - from) * room)}
                  height={SPAN_PX}
                  rx={2}
                  fill={isRunning ? 'var(--accent)' : 'var(--span)'}
                  stroke={active?.[0] === row && active[1] === column ? 'var(--text)' : edgeOf(isRunning)}
                  onPointerEnter={() => setActive([row, column])}
                />
              ))}
            </g>
          ))}
          {now !== null && (
            <line x1={px(now)} x2={px(now)} y1={0} y2={bottom} stroke="var(--accent)" strokeWidth={1.5} />
          )}
        </svg>
      )}
      {span && active && (
        <div
          className="pointer-events-none absolute z-[1]"
          style={{
            left: Math.max(0, Math.min(px((span.from + span.to) / 2), width - TIP_PX)),
            top: (active[0] + 1) * ROW_PX,
            width: TIP_PX,
          }}
        >
          <Tip className="w-fit whitespace-normal">{span.text}</Tip>
        </div>
      )}
    </div>
  );
}

function edgeOf(isRunning: boolean): string {
  return isRunning ? 'var(--accent)' : 'var(--span-edge)';
}

/** A name, truncated where the line begins. */
function Name({ name, width, y }: { name: string; width: number; y: number }) {
  const most = Math.floor(width / 6.5);
  const shown = name.length > most ? `${name.slice(0, most - 1)}…` : name;
  return (
    <AxisText x={0} y={y} dy="0.35em" className="fill-text-2">
      {shown}
    </AxisText>
  );
}

/** The next span in that direction: within its line, or the first of the next line with any. Null for another key. */
function nextPlace(lines: readonly SpanLine[], active: Place | null, key: string): Place | null {
  const first = lines.findIndex(({ spans }) => spans.length > 0);
  if (!key.startsWith('Arrow') || first < 0) return null;
  if (!active) return [first, 0];
  const [row, column] = active;
  const last = (lines[row]?.spans.length ?? 1) - 1;
  if (key === 'ArrowLeft') return [row, Math.max(0, column - 1)];
  if (key === 'ArrowRight') return [row, Math.min(last, column + 1)];
  const step = key === 'ArrowUp' ? -1 : 1;
  return lines[row + step] ? [row + step, 0] : active;
}
