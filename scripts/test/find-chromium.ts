import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { ROOT } from '#/scripts/project.ts';
import { StartError } from '#/scripts/start-error.ts';

const ON_THE_SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
/** Headless Chromium: windows play no part in a journey and cost a third of its time. */
const SHELLS = ['/usr/bin/chromium-headless-shell'];
const PACKAGES = ['chromium', 'chromium-headless-shell'];
const DOWNLOAD_TIMEOUT_MS = 300_000;

/**
 * A Chromium that starts: CHROMIUM_PATH, else one of the system, else Playwright's own (downloaded when it can be),
 * else the distribution's package when this is root on Debian or Ubuntu. Throws an error with a message when there is
 * none.
 */
export function findChromium(log: (line: string) => void): string {
  const given = process.env.CHROMIUM_PATH;
  if (given && !starts(given)) {
    throw new StartError(`CHROMIUM_PATH=${given} does not start. Correct it, or unset it to let npm test find one.`);
  }
  return given || present() || downloaded(log) || packaged(log) || reject();
}

/** The headless one, if there is one and no browser was chosen. */
export function findShell(): string | undefined {
  return process.env.CHROMIUM_PATH ? undefined : SHELLS.find(starts);
}

function present(): string | undefined {
  return [...ON_THE_SYSTEM, chromium.executablePath()].find(starts);
}

/** Without its system libraries it exists but does not start. */
function starts(program: string): boolean {
  return existsSync(program) && spawnSync(program, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

function downloaded(log: (line: string) => void): string | undefined {
  log('no Chromium on this system; Playwright downloads one …');
  const cli = path.join(ROOT, 'node_modules/@playwright/test/cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: DOWNLOAD_TIMEOUT_MS });
  return present();
}

function packaged(log: (line: string) => void): string | undefined {
  const system = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  if (process.getuid?.() !== 0 || !/^ID(_LIKE)?=.*(debian|ubuntu)/m.test(system)) return undefined;
  log(`installing the packages ${PACKAGES.join(' and ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (args: string[]) => spawnSync('apt-get', ['-qq', ...args], { env, stdio: 'ignore' });
  apt(['update']);
  apt(['install', '-y', '--no-install-recommends', ...PACKAGES]);
  return present();
}

function reject(): never {
  throw new StartError(
    'There is no Chromium for the journeys, and none could be installed. Install chromium or Google Chrome, or set CHROMIUM_PATH to one.',
  );
}
