/** Something a person has to fix. `message` is a sentence or two, with the next step; shown without a stack. */
export class StartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartError';
  }
}

const FOR_PEOPLE = new Set(['StartError', 'SettingsError', 'MigrationError']);

/** Whether the error's message is all that a person needs; anything else is a bug and shows its stack. */
export function isForPeople(error: unknown): error is Error {
  return error instanceof Error && FOR_PEOPLE.has(error.name);
}
