import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { quantile } from '#/bench/figures/quantile.ts';
import { ROOT } from '#/scripts/project.ts';

/** `PROOF_SCALE=full` takes every proof to its full size; without it, those that take minutes are shorter. */
export const IS_FULL = process.env.PROOF_SCALE === 'full';

const FILE = path.join(ROOT, 'test-results/proofs.json');

/** Puts the figures of a proof on the screen and into `test-results/proofs.json`. */
export function report(proof: string, figures: Record<string, number | string>): void {
  mkdirSync(path.dirname(FILE), { recursive: true });
  const before = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>) : {};
  const after = { ...before, [proof]: { scale: IS_FULL ? 'full' : 'short', ...figures } };
  writeFileSync(FILE, `${JSON.stringify(after, null, 2)}\n`);
  const words = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  console.log(`proof │ ${proof}: ${words.join(', ')}`);
}

/** Milliseconds with one digit. */
export function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}

/** p50, p99 and the largest of a sample of milliseconds. */
export function spread(sample: readonly number[]): { p50: number; p99: number; max: number } {
  const sorted = [...sample].sort((a, b) => a - b);
  return {
    p50: rounded(quantile(sorted, 0.5)),
    p99: rounded(quantile(sorted, 0.99)),
    max: rounded(quantile(sorted, 1)),
  };
}
