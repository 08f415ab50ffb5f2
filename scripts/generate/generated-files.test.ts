import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { generatedFiles } from '#/scripts/generate/generated-files.ts';
import { ROOT } from '#/scripts/project.ts';

test('committed files match the operations: otherwise run `npm run generate`', async () => {
  for (const [file, text] of Object.entries(await generatedFiles())) {
    const committed = readFileSync(path.join(ROOT, file), 'utf8');
    expect(committed === text, `${file} is not current. Run npm run generate, and commit what it writes.`).toBe(true);
  }
}, 120_000);
