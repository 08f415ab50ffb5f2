import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '#/scripts/project.ts';

const FOLDERS = ['app', 'bench', 'components', 'lib', 'packages', 'scripts', 'server', 'test', 'worker'];
const TEST = /\.test\.tsx?$/;
const OTHERS = /\.(proof|soak|speed)\.test\.ts$|node_modules/;

/** Vitest files of the gate, relative to the project's root, in the order of their names. */
export function gateTests(): string[] {
  return FOLDERS.flatMap(filesBelow).filter((file) => TEST.test(file) && !OTHERS.test(file));
}

/** Playwright files of the gate. */
export function gateJourneys(): string[] {
  return filesBelow('e2e').filter((file) => file.endsWith('.spec.ts') && !file.startsWith('e2e/speed/'));
}

function filesBelow(folder: string): string[] {
  const names = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names.map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`).sort();
}
