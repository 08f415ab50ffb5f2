'use client';

import { useEffect, useRef, useState } from 'react';
import { referenceTheme } from '#/app/docs/reference-theme.ts';

type Redoc = { init: (document: object, options: object, place: HTMLElement, done: (error?: Error) => void) => void };
type State = 'loading' | 'shown' | 'failed';

const HEAD_PX = 48;

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
    };
  }, [address, script]);

  return (
    <>
      {state === 'loading' && <Line>Loading the reference…</Line>}
      {state === 'failed' && <Line>The reference could not be loaded. Reload the page, or read openapi.json.</Line>}
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
      if (Redoc) resolve(Redoc);
      else reject(new Error('Redoc is not in its script.'));
    };
    script.onerror = () => reject(new Error('Redoc does not load.'));
    document.head.append(script);
  });
}

async function read(address: string): Promise<object> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The document answers ${response.status}.`);
  return response.json();
}

/** Into a place of its own: what is there already belongs to another drawing. */
function draw(redoc: Redoc, contract: object, place: HTMLElement | null, done: (failed: boolean) => void): void {
  const fresh = document.createElement('div');
  place?.replaceChildren(fresh);
  redoc.init(contract, { ...OPTIONS, theme: referenceTheme() }, fresh, (error) => done(Boolean(error)));
}

const OPTIONS = {
  scrollYOffset: HEAD_PX,
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
