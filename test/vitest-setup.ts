import { format } from 'node:util';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { closeFile } from '#/test/after-file.ts';
import { TEST_SEED } from '#/test/seed.ts';

fc.configureGlobal({ seed: TEST_SEED });

// Console output fails the test. A test that expects a message replaces the method (vi.spyOn).
const complaints: string[] = [];

for (const method of ['error', 'warn'] as const) {
  console[method] = (...parts: unknown[]) => {
    complaints.push(`console.${method}: ${format(...parts)}`);
  };
}

beforeEach(() => {
  complaints.length = 0;
});

afterEach(() => {
  if (complaints.length === 0) return;
  const received = complaints.join('\n');
  complaints.length = 0;
  throw new Error(`The console must stay quiet in tests, but it said:\n${received}`);
});

afterAll(closeFile);
