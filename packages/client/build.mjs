// Run by `npm pack` (prepack), under whatever Node the machine has: JavaScript and declarations in `dist`, which need
// no other package, but for gRPC @bufbuild/protobuf. openapi-fetch is copied beside them, with its types and its license.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ensureInstalled } from '../../scripts/setup/install.mjs';

const HERE = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const DIST = path.join(HERE, 'dist');
const SOURCE_MAP = /^\/\/# sourceMappingURL=.*$/gm;
/** Of one line each, as tsc and the two packages write them. */
const SPECIFIER = /^((?:import|export)\b.*\bfrom )(['"])([^'"]+)\2/gm;

await ensureInstalled();
const { resolve } = createRequire(import.meta.url);
rmSync(DIST, { recursive: true, force: true });
compile();
copyPackage('openapi-fetch');
copyPackage('openapi-typescript-helpers');
for (const file of readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((name) => /\.[jt]s$/.test(name))) {
  const place = path.join(DIST, file);
  const text = readFileSync(place, 'utf8').replace(SOURCE_MAP, '');
  writeFileSync(
    place,
    text.replace(SPECIFIER, (_, before, quote, to) => `${before}${quote}${specifier(to)}${quote}`),
  );
}

function compile() {
  try {
    execFileSync(process.execPath, [resolve('typescript/bin/tsc'), '--project', HERE], { encoding: 'utf8' });
  } catch (error) {
    console.error(error.stdout);
    throw error;
  }
}

/** @param {string} name */
function copyPackage(name) {
  const copy = (file, to) => copyFileSync(resolve(`${name}/${file}`), path.join(DIST, to));
  copy('dist/index.mjs', `${name}.js`);
  copy('dist/index.d.mts', `${name}.d.ts`);
  copy('LICENSE', `${name}.LICENSE`);
}

/** @param {string} to */
function specifier(to) {
  if (to.startsWith('@bufbuild/protobuf')) return to;
  return to.startsWith('./') ? to.replace(/\.ts$/, '.js') : `./${to}.js`;
}
