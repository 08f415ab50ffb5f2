'use client';

import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react';

/** A cell of the grid: by its rows and its days, counted from 0. */
export type Place = { row: number; column: number };

type Size = { rows: number; columns: number };

/**
 * One cell of the grid is a tab stop; arrows, Home and End move to the others, as in any grid (ARIA Authoring
 * Practices). With Ctrl or Cmd, Home and End go to the corners.
 */
export function useGridNavigation(grid: RefObject<HTMLElement | null>, size: Size, first: Place) {
  const [chosen, setChosen] = useState<Place | null>(null);
  const stop = clamp(chosen ?? first, size);

  const focusCell = (place: Place) => {
    const { row, column } = clamp(place, size);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)?.focus();
  };
  const isFocused = ({ row, column }: Place) => {
    const place = placeOf(document.activeElement);
    return place?.row === row && place.column === column && grid.current?.contains(document.activeElement) === true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = placeOf(event.target);
    if (!from || event.altKey || event.shiftKey) return;
    const to = stepFrom(from, event, size);
    if (!to) return;
    event.preventDefault();
    focusCell(to);
  };
  const onFocus = (event: FocusEvent) => {
    const place = placeOf(event.target);
    if (place) setChosen(place);
  };
  return { stop, focusCell, isFocused, navigate: { onKeyDown, onFocus } };
}

/** Only a cell itself, not its contents: arrows in a field belong to the field. */
function placeOf(target: EventTarget | null): Place | null {
  if (!(target instanceof HTMLElement) || !target.dataset.cell) return null;
  const [row = 0, column = 0] = target.dataset.cell.split(':').map(Number);
  return { row, column };
}

function stepFrom({ row, column }: Place, event: KeyboardEvent, { rows, columns }: Size): Place | null {
  const isFar = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case 'ArrowLeft':
      return { row, column: column - 1 };
    case 'ArrowRight':
      return { row, column: column + 1 };
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'Home':
      return { row: isFar ? 0 : row, column: 0 };
    case 'End':
      return { row: isFar ? rows - 1 : row, column: columns - 1 };
    default:
      return null;
  }
}

function clamp({ row, column }: Place, { rows, columns }: Size): Place {
  return { row: Math.max(0, Math.min(row, rows - 1)), column: Math.max(0, Math.min(column, columns - 1)) };
}
