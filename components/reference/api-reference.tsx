'use client';

import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { contentsOf, fullHash, onlySection, sectionAt } from '#/components/reference/contents.ts';
import { ReferenceContents } from '#/components/reference/reference-contents.tsx';
import { referenceTheme } from '#/components/reference/reference-theme.ts';
import type { CallableDocument } from '#/components/reference/try/callable.ts';
import { TryCalls } from '#/components/reference/try/try-calls.tsx';

/** Redoc's state of one drawing: it listens to scrolling and to the URL until it is disposed of. */
type Drawing = { onDidMount: () => void; dispose: () => void };
type Redoc = {
  init: (document: object, options: object, place: HTMLElement, done: (error?: Error) => void) => void;
  AppStore: { prototype: Drawing };
};
type State = 'loading' | 'shown' | 'failed';

/** Drawings that still listen. */
const drawings = new Set<Drawing>();

/**
 * The document as drawn by Redoc, one section at a time: the whole of it is 160,000 elements, which take ten seconds.
 * In the colors of the page, and again when these change.
 */
export function ApiReference({ document: address, script }: { document: string; script: string }) {
  const drawing = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>('loading');
  const [loaded, setLoaded] = useState<{ redoc: Redoc; document: CallableDocument }>();
  const [wanted, setWanted] = useState('');
  const place = useSyncExternalStore(onPlaceChange, hashNow, () => '');
  const contents = useMemo(() => (loaded ? contentsOf(loaded.document) : []), [loaded]);
  const section = sectionAt(contents, wanted);

  useEffect(() => {
    let isLeft = false;
    Promise.all([load(script), read(address)])
      .then(([redoc, document]) => !isLeft && setLoaded({ redoc, document }))
      .catch(() => setState('failed'));
    return () => {
      isLeft = true;
    };
  }, [address, script]);

  useEffect(() => {
    // While scrolling, Redoc writes the position into the URL, without this event. That never leads to another section.
    const follow = () => setWanted(hashNow());
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);

  useEffect(() => {
    if (!loaded || !section) return;
    const part = onlySection(loaded.document, section);
    const show = () => draw(loaded.redoc, part, drawing.current, (failed) => setState(failed ? 'failed' : 'shown'));
    scrollTo(0, 0);
    // Redoc knows the short form too, but scrolls so far that its name touches the header.
    const hash = fullHash(section, hashNow());
    if (hash !== hashNow()) history.replaceState(history.state, '', hash);
    show();
    const stop = onColorsChange(show);
    return () => {
      stop();
      forgetDrawings();
    };
  }, [loaded, section]);

  return (
    <div className="md:flex">
      <ReferenceContents contents={contents} shown={section} place={place} />
      <div className="relative min-w-0 grow" data-section={section?.tag}>
        {state === 'loading' && <Line>Loading the reference…</Line>}
        {state === 'failed' && <Line>The reference couldn’t be loaded. Reload the page, or read openapi.json.</Line>}
        <div ref={drawing} />
      </div>
      {loaded && <TryCalls api={loaded.document} tag={section?.tag ?? null} drawing={drawing} />}
    </div>
  );
}

const hashNow = () => location.hash;

/** Also the positions that Redoc writes while scrolling; an older browser without that event marks only links. */
function onPlaceChange(notify: () => void): () => void {
  addEventListener('hashchange', notify);
  window.navigation?.addEventListener('currententrychange', notify);
  return () => {
    removeEventListener('hashchange', notify);
    window.navigation?.removeEventListener('currententrychange', notify);
  };
}

function Line({ children }: { children: string }) {
  return (
    // Out of the flow: when it is removed, Redoc's scroll target would move under the header.
    <p role="status" className="absolute p-6 text-base text-text-2">
      {children}
    </p>
  );
}

function load(address: string): Promise<Redoc> {
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

/** Redoc does not expose its drawings: the last one would scroll another page, and change its URL. */
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

async function read(address: string): Promise<CallableDocument> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The API document could not be loaded (${response.status}).`);
  return response.json();
}

/** Into a separate element: the existing content belongs to another drawing. */
function draw(redoc: Redoc, contract: object, place: HTMLElement | null, done: (failed: boolean) => void): void {
  const fresh = document.createElement('div');
  forgetDrawings();
  place?.replaceChildren(fresh);
  redoc.init(contract, { ...OPTIONS, theme: referenceTheme() }, fresh, (error) => done(Boolean(error)));
}

const OPTIONS = {
  // Below the page's header, and on a phone the button that opens the contents.
  scrollYOffset: () => heightOf('header') + heightOf('[data-contents-button]'),
  hideDownloadButton: true,
  // The contents have a search for all sections.
  disableSearch: true,
  nativeScrollbars: true,
  requiredPropsFirst: true,
  // Descriptions explain it.
  hideSchemaPattern: true,
  sortTagsAlphabetically: false,
  jsonSamplesExpandLevel: 3,
  expandResponses: '200,201',
};

const heightOf = (part: string) => document.querySelector<HTMLElement>(part)?.offsetHeight ?? 0;

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
