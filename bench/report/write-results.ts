import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { latenessSvg } from '#/bench/report/lateness-svg.ts';
import type { Results } from '#/bench/report/results.ts';
import { verdicts } from '#/bench/report/targets.ts';
import { ROOT } from '#/scripts/project.ts';

const FOLDER = path.join(ROOT, 'bench/results');
const DIGITS = 6;

/**
 * Writes the whole run, each scenario by itself, and the picture. Quick runs go into a separate folder that git
 * ignores. Returns the folder.
 */
export function writeResults(results: Results): string {
  const folder = results.quick ? path.join(FOLDER, 'quick') : FOLDER;
  mkdirSync(folder, { recursive: true });
  const { measurements, ...setting } = results;
  writeJson(folder, 'latest', { ...results, targets: verdicts(measurements) });
  for (const [name, measurement] of Object.entries(measurements)) {
    writeJson(folder, name, { ...setting, [name]: measurement });
  }
  if (measurements.lateness) writeFileSync(path.join(folder, 'lateness.svg'), latenessSvg(measurements.lateness));
  return path.relative(ROOT, folder);
}

function writeJson(folder: string, name: string, value: unknown): void {
  const rounded = (_: string, member: unknown) =>
    typeof member === 'number' ? Number(member.toPrecision(DIGITS)) : member;
  writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify(value, rounded, 2)}\n`);
}
