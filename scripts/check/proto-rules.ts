import { existsSync } from 'node:fs';
import path from 'node:path';
import { runTool, type ToolResult } from '#/scripts/build/run-tool.ts';
import { ROOT } from '#/scripts/project.ts';
import { StartError } from '#/scripts/start-error.ts';

/** The baseline that existing clients rely on: the last committed descriptors of `proto/`. */
const BASELINE = 'proto/baseline.binpb';

const buf = (...args: string[]) => runTool('@bufbuild/buf/bin/buf', args);

/** Whether `proto/` is formatted, documented, conventionally named, and compatible with the baseline. */
export async function checkProto(): Promise<ToolResult> {
  const results = [await buf('format', 'proto', '--diff', '--exit-code'), await buf('lint'), await breaking()];
  return { ok: results.every(({ ok }) => ok), output: results.map(({ output }) => output).join('') };
}

/**
 * Rewrites the baseline with later additions. Throws `StartError` for changes that would break clients: if intended,
 * delete the baseline first.
 */
export async function writeProtoBaseline(): Promise<void> {
  const hasBaseline = existsSync(path.join(ROOT, BASELINE));
  const { ok, output } = hasBaseline ? await breaking() : { ok: true, output: '' };
  if (!ok) throw new StartError(`proto/ breaks clients of ${BASELINE}:\n${output.trim()}`);
  const built = await buf('build', 'proto', '--exclude-source-info', '--output', BASELINE);
  if (!built.ok) throw new StartError(`${BASELINE} can't be written:\n${built.output.trim()}`);
}

function breaking(): Promise<ToolResult> {
  return buf('breaking', 'proto', '--against', BASELINE);
}
