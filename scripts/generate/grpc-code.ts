import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTool } from '#/scripts/build/run-tool.ts';
import { ROOT } from '#/scripts/project.ts';
import { StartError } from '#/scripts/start-error.ts';

const PLUGIN = path.join(ROOT, 'node_modules/@bufbuild/protoc-gen-es/bin/protoc-gen-es');
/** Plain types and objects, which Node can run without a build. */
const OPTIONS = ['target=ts', 'import_extension=ts', 'erasable_syntax=true'];
const SERVER = 'lib/grpc/generated';
/** The client has the messages of our own services only. */
const CLIENT = 'packages/client/generated';
const OURS = 'timerservice/';

/** TypeScript of the messages and services in `proto/`, by path. */
export async function grpcCode(): Promise<Record<string, string>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'timer-service-grpc-'));
  try {
    const plugin = { local: [process.execPath, PLUGIN], out: '.', opt: OPTIONS };
    const template = JSON.stringify({ version: 'v2', plugins: [plugin] });
    const { ok, output } = await runTool('@bufbuild/buf/bin/buf', [
      'generate',
      ...['--template', template, '--output', folder],
    ]);
    if (!ok) throw new StartError(`The code of the gRPC services can't be generated:\n${output.trim()}`);
    const files = globSync('**/*.ts', { cwd: folder }).sort();
    return Object.fromEntries(
      files.flatMap((file) => {
        const text = readFileSync(path.join(folder, file), 'utf8');
        const places = file.startsWith(OURS) ? [SERVER, CLIENT] : [SERVER];
        return places.map((place) => [`${place}/${file}`, text]);
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
