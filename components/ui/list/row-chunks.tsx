'use client';

import { type ReactNode, useCallback, useState } from 'react';

/** This many rows are always rendered: a live list changes at its top, and moves none to another chunk. */
const ALWAYS_ROWS = 100;
const CHUNK_ROWS = 25;
/** A chunk is rendered this close to the viewport, so that scrolling shows no blank. */
const NEAR = '1200px 0px';

type RowChunksProps<Row> = {
  rows: readonly Row[];
  /** Rows of a table, items of a list, or parts of a plain box. */
  as?: Part;
  /** One that is always rendered, such as the open one. */
  keptId?: string | null | undefined;
  /** Whether only the row itself stores its open state; it then stays rendered while it is open. */
  keepsOpen?: boolean;
  className?: string | undefined;
  children: (row: Row, index: number) => ReactNode;
};
type Part = 'tbody' | 'ul' | 'div';

/** Rows of a long list, of which only those near the viewport are in the DOM; the others keep their room. */
export function RowChunks<Row extends { id: string }>(props: RowChunksProps<Row>) {
  const { rows, as: Part = 'tbody', keptId, keepsOpen = true, className, children } = props;
  return (
    <>
      <Part className={className}>{rows.slice(0, ALWAYS_ROWS).map(children)}</Part>
      {chunksOf(rows).map(({ at, part }) => (
        <RowChunk
          key={at}
          as={Part}
          count={part.length}
          isKept={part.some(({ id }) => id === keptId)}
          keepsOpen={keepsOpen}
          className={className}
        >
          {() => part.map((row, index) => children(row, at + index))}
        </RowChunk>
      ))}
    </>
  );
}

type RowChunkProps = {
  as: Part;
  count: number;
  isKept: boolean;
  keepsOpen: boolean;
  className?: string | undefined;
  children: () => ReactNode;
};

function RowChunk({ as: Part, count, isKept, keepsOpen, className, children }: RowChunkProps) {
  /** The height of a row while none of them is rendered. */
  const [rowPx, setRowPx] = useState<number | null>(null);
  const watch = useCallback(
    (chunk: HTMLElement | null) => {
      if (!chunk) return;
      const observer = new IntersectionObserver(
        ([now]) => {
          if (now)
            setRowPx(now.isIntersecting || isInUse(chunk, keepsOpen) ? null : now.boundingClientRect.height / count);
        },
        { rootMargin: NEAR },
      );
      observer.observe(chunk);
      return () => observer.disconnect();
    },
    [keepsOpen, count],
  );
  return (
    <Part ref={watch} className={className}>
      {rowPx === null || isKept ? children() : <Spacer as={Part} px={rowPx * count} />}
    </Part>
  );
}

function Spacer({ as, px }: { as: Part; px: number }) {
  if (as === 'div') return <div aria-hidden="true" style={{ height: px }} />;
  if (as === 'ul') return <li aria-hidden="true" style={{ height: px }} />;
  return (
    <tr className="max-md:block" style={{ height: px }}>
      <td className="p-0" />
    </tr>
  );
}

/** A focused or opened row must not disappear while scrolling. */
function isInUse(chunk: Element, keepsOpen: boolean): boolean {
  if (chunk.contains(document.activeElement)) return true;
  return keepsOpen && chunk.querySelector('[aria-expanded="true"]') !== null;
}

function chunksOf<Row>(rows: readonly Row[]): { at: number; part: readonly Row[] }[] {
  const count = Math.max(0, Math.ceil((rows.length - ALWAYS_ROWS) / CHUNK_ROWS));
  return Array.from({ length: count }, (_, index) => {
    const at = ALWAYS_ROWS + index * CHUNK_ROWS;
    return { at, part: rows.slice(at, at + CHUNK_ROWS) };
  });
}
