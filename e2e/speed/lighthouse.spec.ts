import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Config, desktopConfig, type Flags } from 'lighthouse';
import { type Cookie, signedIn, withLighthouse } from '#/e2e/lighthouse.ts';
import { reportFigure } from '#/e2e/speed/figures.ts';
import { expect, test } from '#/e2e/support.ts';
import { inProcessorTime } from '#/test/processor-time.ts';

const TARGET_SCORE = 95;
/** A phone, which is slower, is measured three times: the figure is the median score. */
const DEVICES: [device: string, runs: number, config: Config | undefined][] = [
  ['desk', 1, desktopConfig],
  ['phone', 3, undefined],
];
/** On a busy machine the trace sometimes lacks its beginning. Lighthouse then requests another run. */
const NOT_SEEN = 'NO_NAVSTART';
const MAX_LOOKS = 6;

for (const [device, runs, config] of DEVICES) {
  test(`Lighthouse loads Today on a ${device}, and its performance is measured`, async ({ browser, baseURL }) => {
    test.setTimeout(5 * 60_000);
    const url = `${baseURL}/`;
    const cookies = await signedIn(browser, url);
    const scores: number[] = [];
    for (let looks = 0; scores.length < runs && looks < MAX_LOOKS; looks += 1) {
      const { categories, audits, runtimeError, finalDisplayedUrl } = await examine(url, cookies, config);
      if (runtimeError?.code === NOT_SEEN) continue;
      expect([runtimeError, finalDisplayedUrl]).toEqual([undefined, url]);
      scores.push(Math.round((categories.performance?.score ?? 0) * 100));
      for (const id of ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'])
        await reportFigure(`${id} on a ${device}`, Math.round(audits[id]?.numericValue ?? Number.NaN), 'ms');
    }
    expect(scores).toHaveLength(runs);
    const middle = scores.toSorted((one, other) => one - other)[Math.floor(runs / 2)] ?? Number.NaN;
    await reportFigure(`performance on a ${device}`, middle, 'of 100', { atLeast: TARGET_SCORE });
  });
}

/**
 * Loads the page first and scores it afterwards, by the processor time spent on it: other work of the processors
 * meanwhile is not the page's fault.
 */
function examine(url: string, cookies: Cookie[], config: Config | undefined) {
  const seen = mkdtempSync(path.join(tmpdir(), 'timer-lighthouse-'));
  const flags: Flags = { onlyCategories: ['performance'] };
  return withLighthouse(cookies, async (ask) => {
    await ask(url, { ...flags, gatherMode: seen }, config);
    const file = path.join(seen, 'trace.json');
    const trace = JSON.parse(readFileSync(file, 'utf8'));
    inProcessorTime(trace.traceEvents);
    writeFileSync(file, JSON.stringify(trace));
    const result = await ask(undefined, { ...flags, auditMode: seen }, config);
    if (!result) throw new Error('Lighthouse said nothing');
    return result.lhr;
  }).finally(() => rmSync(seen, { recursive: true }));
}
