'use client';

import { useEffect, useRef, useState } from 'react';
import { referenceTheme } from '#/app/docs/reference-theme.ts';

/** What Redoc keeps of one drawing: it listens to scrolling and to the address until it is disposed of. */
type Drawing = { onDidMount: () => void; dispose: () => void };
type Redoc = {
  init: (document: object, options: object, place: HTMLElement, done: (error?: Error) => void) => void;
  AppStore: { prototype: Drawing };
};
type State = 'loading' | 'shown' | 'failed';

/** Drawings that still listen. */
const drawings = new Set<Drawing>();

/** Draws the document with Redoc, in the colors of the page, and again when these change. */
export function ApiReference({ document: address, script }: { document: string; script: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>('loading');

  useEffect(() => {
    let isLeft = false;
    let stop = () => {};
    Promise.all([loaded(script), read(address)])
      .then(([redoc, contract]) => {
        if (isLeft) return;
        const show = () => draw(redoc, contract, place.current, (failed) => setState(failed ? 'failed' : 'shown'));
        show();
        stop = onColorsChange(show);
      })
      .catch(() => setState('failed'));
    return () => {
      isLeft = true;
      stop();
      forgetDrawings();
    };
  }, [address, script]);

  return (
    <>
      {state === 'loading' && <Line>Loading the reference…</Line>}
      {state === 'failed' && <Line>The reference couldn’t be loaded. Reload the page, or read openapi.json.</Line>}
      <div ref={place} />
    </>
  );
}

function Line({ children }: { children: string }) {
  return (
    <p role="status" className="p-6 text-base text-text-2">
      {children}
    </p>
  );
}

function loaded(address: string): Promise<Redoc> {
  const known = (window as { Redoc?: Redoc }).Redoc;
  if (known) return Promise.resolve(known);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.onload = () => {
      const { Redoc } = window as { Redoc?: Redoc };
      if (Redoc) resolve(rememberingDrawings(Redoc));
      else reject(new Error('Redoc is missing from its script.'));
    };
    script.onerror = () => reject(new Error('Redoc doesn’t load.'));
    document.head.append(script);
  });
}

/** Redoc hands out nothing of what it has drawn: another page would be scrolled, and its address changed, by the last. */
function rememberingDrawings(redoc: Redoc): Redoc {
  const { prototype } = redoc.AppStore;
  const { onDidMount } = prototype;
  prototype.onDidMount = function remember(this: Drawing) {
    drawings.add(this);
    onDidMount.call(this);
  };
  return redoc;
}

function forgetDrawings(): void {
  for (const drawing of drawings) drawing.dispose();
  drawings.clear();
}

async function read(address: string): Promise<object> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The API document could not be loaded (${response.status}).`);
  return response.json();
}

/** Into a place of its own: what is there already belongs to another drawing. */
function draw(redoc: Redoc, contract: object, place: HTMLElement | null, done: (failed: boolean) => void): void {
  const fresh = document.createElement('div');
  forgetDrawings();
  place?.replaceChildren(fresh);
  redoc.init(contract, { ...OPTIONS, theme: referenceTheme() }, fresh, (error) => done(Boolean(error)));
}

const OPTIONS = {
  // Of the page's own head, which is lower on a phone.
  scrollYOffset: () => document.querySelector('header')?.offsetHeight ?? 0,
  hideDownloadButton: true,
  nativeScrollbars: true,
  requiredPropsFirst: true,
  // Descriptions say it in words.
  hideSchemaPattern: true,
  sortTagsAlphabetically: false,
  jsonSamplesExpandLevel: 3,
  expandResponses: '200,201',
};

function onColorsChange(show: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const attribute = new MutationObserver(show);
  attribute.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', show);
  return () => {
    attribute.disconnect();
    system.removeEventListener('change', show);
  };
}
