// Runs under whatever Node the machine has (20.19 or later) and before anything is installed: plain JavaScript with
// only Node's own modules.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');
const MODULES = path.join(ROOT, 'node_modules');
const MARKER = path.join(MODULES, '.timer-service-lock-hash');
const PROGRESS_EVERY_MS = 10_000;

/** The project's own Node 24. */
export const PROJECT_NODE = path.join(MODULES, 'node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Something a person has to fix; shown without a stack. */
export class SetupError extends Error {
  name = 'SetupError';
}

/** Installs the dependencies of package-lock.json when they are missing or stale. */
export async function ensureInstalled() {
  const wanted = hashOfLock();
  if (isInstalled(wanted)) return;
  const why = existsSync(MODULES) ? 'package-lock.json has changed' : 'the first time takes about a minute';
  console.log(`Installing dependencies (${why}) …`);
  const began = Date.now();
  const progress = setInterval(() => console.log(`  still installing, ${seconds(began)} s`), PROGRESS_EVERY_MS);
  try {
    await npmCi();
  } finally {
    clearInterval(progress);
  }
  writeFileSync(MARKER, wanted);
  console.log(`  installed in ${seconds(began)} s`);
}

function hashOfLock() {
  return createHash('sha256')
    .update(readFileSync(path.join(ROOT, 'package-lock.json')))
    .digest('hex');
}

function isInstalled(wanted) {
  if (!existsSync(PROJECT_NODE)) return false;
  if (existsSync(MARKER) && readFileSync(MARKER, 'utf8') === wanted) return true;
  // Installed by hand (npm ci, npm install): npm's own record shows whether it matches the lock. An interrupted install
  // leaves none.
  if (!matchesRecord()) return false;
  writeFileSync(MARKER, wanted);
  return true;
}

function matchesRecord() {
  return packagesUnlikeLock()?.length === 0;
}

/**
 * Names of the packages that are missing or installed in another version than in package-lock.json; null if npm has
 * left no record of its installation.
 * @param {{ production?: boolean }} options `production`: those for development may be missing
 * @returns {string[] | null}
 */
export function packagesUnlikeLock({ production = false } = {}) {
  const record = path.join(MODULES, '.package-lock.json');
  if (!existsSync(record)) return null;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const locked = Object.entries(JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')).packages);
  const unlike = locked.filter(([place, { version, optional, dev, devOptional }]) => {
    if (place === '') return false;
    if (installed[place]) return installed[place].version !== version;
    // Optional packages of other platforms are left out.
    return !optional && !(production && (dev || devOptional));
  });
  return unlike.map(([place]) => place.replace(/^.*node_modules\//, ''));
}

/** `npm ci` installs the lock's versions exactly; its output is shown only when it fails. */
function npmCi() {
  const npm = process.env.npm_execpath;
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  // NODE_ENV=production in the shell would leave out what the build needs.
  const env = { ...process.env, NODE_ENV: '', npm_config_production: '', npm_config_omit: '' };
  const args = [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('error', (error) => reject(new SetupError(`npm cannot be started (${error.message}). Install npm.`)));
    child.on('close', (code) => (code === 0 ? resolve() : reject(new SetupError(installError(output)))));
  });
}

function installError(output) {
  if (/ENOSPC/.test(output)) return 'There is no space left to install the dependencies (1.3 GB). Free some.';
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return `The dependencies cannot be written to ${MODULES}. Make the folder yours (chown), and start again.`;
  }
  if (/ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET/.test(output)) {
    return 'The package registry cannot be reached, so the dependencies cannot be installed. Check the network or proxy, and start again.';
  }
  return `npm ci failed; these are its last lines:\n${output.trim().split('\n').slice(-12).join('\n')}`;
}

function seconds(since) {
  return Math.round((Date.now() - since) / 1000);
}
