/** What fixtures of a test file have opened. */
const opened: (() => unknown)[] = [];

/**
 * Closes something after the file's last test, wherever it was opened: Vitest ignores an `afterAll` that is called within
 * `beforeAll` or a test. What was opened last is closed first.
 */
export function afterFile(close: () => unknown): void {
  opened.push(close);
}

/** Closes everything, also after one that fails. Called by test/vitest-setup.ts. */
export async function closeFile(): Promise<void> {
  const errors: unknown[] = [];
  for (const close of opened.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'What the test file opened could not be closed');
}
