import { spawn } from 'node:child_process';
import path from 'node:path';
import { ROOT } from '#/scripts/project.ts';

/** Runs a program of node_modules with its output on the screen; true when it succeeded. */
export function runShown(script: string, args: string[], env: Record<string, string>): Promise<boolean> {
  const child = spawn(process.execPath, [path.join(ROOT, 'node_modules', script), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  const stopChild = () => child.kill('SIGTERM');
  process.once('exit', stopChild);
  return new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('close', (code) => {
      process.off('exit', stopChild);
      resolve(code === 0);
    });
  });
}
