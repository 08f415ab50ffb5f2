'use client';

import { type RefObject, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Callable } from '#/components/reference/try/callable.ts';
import { Button } from '#/components/ui/button.tsx';

type Props = {
  operations: readonly Callable[];
  drawing: RefObject<HTMLElement | null>;
  /** The operation whose panel could not be loaded. */
  missing: string | null;
  onOpen: (operationId: string) => void;
};

/** *Try it* below the name of each operation that Redoc has drawn, also when it draws again. */
export function TryButtons({ operations, drawing, missing, onOpen }: Props) {
  const places = usePlaces(operations, drawing);
  return operations.map(({ operationId, summary }) => {
    const place = places.get(operationId);
    if (!place) return null;
    return createPortal(
      <>
        <Button size="sm" aria-label={`Try it: ${summary}`} onClick={() => onOpen(operationId)}>
          Try it
        </Button>
        {missing === operationId && (
          <span role="alert" className="ml-3 text-sm text-danger">
            Couldn’t open it. Check your connection and try again.
          </span>
        )}
      </>,
      place,
      operationId,
    );
  });
}

type Places = ReadonlyMap<string, HTMLElement>;

function usePlaces(operations: readonly Callable[], drawing: RefObject<HTMLElement | null>): Places {
  const [places, setPlaces] = useState<Places>(new Map());
  useEffect(() => {
    const root = drawing.current;
    if (!root) return;
    const updatePlaces = () => setPlaces((known) => placesIn(root, operations, known));
    const observer = new MutationObserver(updatePlaces);
    observer.observe(root, { childList: true, subtree: true });
    updatePlaces();
    return () => observer.disconnect();
  }, [operations, drawing]);
  return places;
}

/** The known ones as long as they are all there. */
function placesIn(root: HTMLElement, operations: readonly Callable[], known: Places): Places {
  const found = new Map<string, HTMLElement>();
  for (const { operationId } of operations) {
    const heading = root.querySelector(`[id="operation/${operationId}"] h2`);
    if (heading) found.set(operationId, placeBelow(heading, operationId));
  }
  const isAsKnown = found.size === known.size && [...found].every(([id, place]) => known.get(id) === place);
  return isAsKnown ? known : found;
}

function placeBelow(heading: Element, operationId: string): HTMLElement {
  const next = heading.nextElementSibling;
  if (next instanceof HTMLElement && next.dataset.try === operationId) return next;
  const place = document.createElement('div');
  place.dataset.try = operationId;
  place.className = 'mb-4';
  heading.after(place);
  return place;
}
