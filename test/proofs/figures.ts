import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { quantile } from '#/bench/figures/quantile.ts';
import { ROOT } from '#/scripts/project.ts';

/** `PROOF_SCALE=full` takes every proof to its full size; without it, those that take minutes are shorter. */
export const IS_FULL = process.env.PROOF_SCALE === 'full';

const FILE = path.join(ROOT, 'test-results/proofs.json');

/** What a figure should be at most, or at least, on a quiet machine. */
export type Target = { atMost: number } | { atLeast: number };

/**
 * Prints figures and writes them to `test-results/proofs.json`, each next to its target if it has one. A missed target
 * is reported and fails nothing: the machine may be slow that day.
 */
export function report(
  name: string,
  figures: Record<string, number | string>,
  targets: Record<string, Target> = {},
): void {
  mkdirSync(path.dirname(FILE), { recursive: true });
  const before = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>) : {};
  const missed = Object.keys(targets).filter((figure) => !isMet(figures[figure], targets[figure] as Target));
  const judged = Object.keys(targets).length > 0 ? { targets, missed } : {};
  const after = { ...before, [name]: { scale: IS_FULL ? 'full' : 'short', ...figures, ...judged } };
  writeFileSync(FILE, `${JSON.stringify(after, null, 2)}\n`);
  const words = Object.entries(figures).map(
    ([figure, value]) => `${figure} ${value}${verdict(value, targets[figure])}`,
  );
  console.log(`figures │ ${name}: ${words.join(', ')}`);
}

function isMet(value: number | string | undefined, target: Target): boolean {
  if (typeof value !== 'number') return false;
  return 'atMost' in target ? value <= target.atMost : value >= target.atLeast;
}

function verdict(value: number | string, target: Target | undefined): string {
  if (!target) return '';
  const bound = 'atMost' in target ? `at most ${target.atMost}` : `at least ${target.atLeast}`;
  return ` (target ${bound}${isMet(value, target) ? '' : ': target missed'})`;
}

/** Milliseconds with one digit. */
export function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}

/** p50, p99 and the maximum of a sample of milliseconds. */
export function spread(sample: readonly number[]): { p50: number; p99: number; max: number } {
  const sorted = [...sample].sort((a, b) => a - b);
  return {
    p50: rounded(quantile(sorted, 0.5)),
    p99: rounded(quantile(sorted, 0.99)),
    max: rounded(quantile(sorted, 1)),
  };
}
