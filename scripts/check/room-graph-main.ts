import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { edgesOf, formatRooms } from '#/scripts/check/room-graph.ts';
import { ROOT } from '#/scripts/project.ts';

const PRODUCT = '{lib,components,app,server,worker}/**/*.{ts,tsx,js}';
const exclude = ['lib/db/generated/**', '**/*.test.{ts,tsx}'];

// A folder can be named sw.js.
const files = globSync(PRODUCT, { cwd: ROOT, exclude }).filter((file) => statSync(path.join(ROOT, file)).isFile());
const sources = files.map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }));
const { ok, output } = formatRooms(edgesOf(sources));
console.log(output);
process.exit(ok ? 0 : 1);
