import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateClient } from '#/scripts/build/generate-client.ts';
import { writeProtoBaseline } from '#/scripts/check/proto-rules.ts';
import { ROOT } from '#/scripts/project.ts';
import { isForPeople } from '#/scripts/start-error.ts';

// `npm run generate`: generates files from the operations, which are the OpenAPI document, the client's types, the
// tables of errors and permissions, and from proto/. A test compares what is committed with what this would write.

try {
  await generateClient();
  // Operations import the database client, so it must exist first.
  const { generatedFiles } = await import('#/scripts/generate/generated-files.ts');
  for (const [file, text] of Object.entries(await generatedFiles())) {
    const hasChanged = write(path.join(ROOT, file), text);
    console.log(`generate │ ${hasChanged ? 'written  ' : 'as it was'}  ${file}`);
  }
  await writeProtoBaseline();
} catch (error) {
  console.error(`\n${isForPeople(error) ? error.message : ((error as Error).stack ?? error)}\n`);
  process.exit(1);
}

function write(file: string, text: string): boolean {
  if (readIfThere(file) === text) return false;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return true;
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
