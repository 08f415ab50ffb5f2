import { spawn } from 'node:child_process';
import path from 'node:path';
import { ROOT } from '#/scripts/project.ts';

export type ToolResult = { ok: boolean; output: string };
type ToolOptions = { env?: Record<string, string | undefined>; onLine?: (line: string) => void };

/** Runs a program of node_modules under the project's Node and collects its output. `script` is relative to there. */
export function runTool(script: string, args: string[], { env = {}, onLine }: ToolOptions = {}): Promise<ToolResult> {
  const child = spawn(process.execPath, [path.join(ROOT, 'node_modules', script), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stopChild = () => child.kill('SIGTERM');
  process.once('exit', stopChild);
  return new Promise((resolve) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
        for (const line of chunk.split('\n')) if (line.trim()) onLine?.(line);
      });
    }
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => {
      process.off('exit', stopChild);
      resolve({ ok: code === 0, output });
    });
  });
}
