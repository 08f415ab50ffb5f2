/** Resources opened by fixtures of a test file. */
const opened: (() => unknown)[] = [];

/**
 * Closes a resource after the file's last test, wherever it was opened: Vitest ignores an `afterAll` called within
 * `beforeAll` or a test. The last one opened is closed first.
 */
export function afterFile(close: () => unknown): void {
  opened.push(close);
}

/** Closes everything, even after one that fails. Called by test/vitest-setup.ts. */
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
