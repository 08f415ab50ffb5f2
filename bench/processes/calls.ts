/** Calls that a child process serves, by name. One argument each, sent both ways by structured clone. */
export type Handlers<Q> = { [K in keyof Q]: (input: never) => unknown };

type Question = { id: number; name: string; input: unknown };
export type Reply = { id: number; value?: unknown; problem?: string };

/**
 * In a child: serves calls of the parent, and ends when the parent has ended, killed or not. `onEnd` has a moment to
 * close what the child has open.
 */
export function serveParent<Q extends Handlers<Q>>(handlers: Q, onEnd: () => unknown = () => {}): void {
  process.on('message', async ({ id, name, input }: Question) => {
    process.send?.(await responseTo(handlers[name as keyof Q], id, input));
  });
  const end = async () => {
    setTimeout(() => process.exit(1), MAX_END_MS).unref();
    await onEnd();
    process.exit(0);
  };
  process.once('disconnect', end);
  process.once('SIGTERM', end);
  // Ctrl-C arrives here too when the terminal sends it to all; the parent decides.
  process.on('SIGINT', () => {});
  process.send?.({ id: READY_ID } satisfies Reply);
}

const MAX_END_MS = 4_000;
/** Id of the message by which a child reports that it is ready for calls. */
export const READY_ID = 0;

async function responseTo(result: (input: never) => unknown, id: number, input: unknown): Promise<Reply> {
  try {
    return { id, value: await result(input as never) };
  } catch (error) {
    return { id, problem: (error as Error).stack ?? String(error) };
  }
}
