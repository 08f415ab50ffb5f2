// The entry point of every npm script: installs what is missing, then continues under the project's own Node 24.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled, PROJECT_NODE, SetupError } from './install.mjs';

const ROOT = path.join(import.meta.dirname, '../..');
const OLDEST_NODE = [20, 19];
const PARENT_CHECK_MS = 300;

/**
 * Runs a TypeScript file of the project under its own Node, with the arguments of this process.
 * @param {string} file relative to the project's root
 * @param {string[]} args
 * @param {{ install?: boolean }} options `install: false` writes nothing: what is missing is an error
 */
export async function enter(file, args = process.argv.slice(2), { install = true } = {}) {
  try {
    rejectOldNode();
    if (install) await ensureInstalled();
    else rejectMissingModules();
  } catch (error) {
    // Only unexpected errors show a stack.
    console.error(`\n${error.name === 'SetupError' ? error.message : plain(error)}\n`);
    process.exit(1);
  }
  process.chdir(ROOT);
  endWithNpm();
  const script = path.join(ROOT, file);
  if (`v${projectNodeVersion()}` === process.version) {
    process.argv = [process.execPath, script, ...args];
    await import(pathToFileURL(script).href);
    return;
  }
  hand(spawn(PROJECT_NODE, [script, ...args], { cwd: ROOT, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }));
}

function rejectOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  console.error(`Node ${process.versions.node} is too old. Install Node ${OLDEST_NODE.join('.')} or later.`);
  process.exit(1);
}

function rejectMissingModules() {
  const hasNode = existsSync(PROJECT_NODE) || `v${projectNodeVersion()}` === process.version;
  if (hasNode && existsSync(path.join(ROOT, 'node_modules/zod'))) return;
  throw new SetupError('The dependencies are not installed. Run npm ci in the project folder, and start again.');
}

/**
 * npm sends SIGTERM to the shell between it and this process, which dies silently: `kill` of `npm start` would leave
 * everything running. Only done under npm, so that a script started in the background may outlive its terminal.
 */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const look = () => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  };
  const watch = setInterval(look, PARENT_CHECK_MS);
  watch.unref();
}

function projectNodeVersion() {
  return JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).dependencies.node;
}

/** Forwards signals to the real process and exits with it. The IPC channel shows it when this one is killed. */
function hand(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('message', (message) => process.send?.(message));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

function plain(error) {
  if (error.code === 'EACCES' || error.code === 'EROFS' || error.code === 'EPERM') {
    return `${error.path ?? 'The project folder'} cannot be written (${error.code}). Make the project folder yours (chown), and start again.`;
  }
  return error.stack;
}
