import { test } from '@playwright/test';

/** The target of a figure; a missed one is reported and fails nothing. */
type Target = { atMost: number } | { atLeast: number };

/** Prints a figure with its target, and keeps both as an attachment of the test for comparing runs. */
export async function reportFigure(name: string, value: number, unit: string, target?: Target): Promise<void> {
  const isMet = target === undefined ? null : isWithin(value, target);
  const wanted = target && ('atMost' in target ? `at most ${target.atMost}` : `at least ${target.atLeast}`);
  const verdict = wanted ? ` (target ${wanted} ${unit}, ${isMet ? 'met' : 'MISSED'})` : '';
  console.info(`${name}: ${value} ${unit}${verdict}`);
  const body = JSON.stringify({ name, value, unit, target: target ?? null, isMet });
  await test.info().attach(`figure: ${name}`, { body, contentType: 'application/json' });
}

/** The same for many measurements: the median, the 95th percentile, which has the target, and the worst. */
export async function reportTimes(name: string, times: number[], p95Target?: number): Promise<void> {
  const sorted = times.toSorted((one, other) => one - other);
  const quantile = (q: number) => Math.round(sorted[Math.ceil(q * sorted.length) - 1] ?? Number.NaN);
  await reportFigure(`${name}, p50`, quantile(0.5), 'ms');
  await reportFigure(`${name}, p95`, quantile(0.95), 'ms', p95Target === undefined ? undefined : { atMost: p95Target });
  await reportFigure(`${name}, worst`, quantile(1), 'ms');
}

function isWithin(value: number, target: Target): boolean {
  return 'atMost' in target ? value <= target.atMost : value >= target.atLeast;
}
