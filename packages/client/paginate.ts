type Page = { next_cursor: string | null };

/**
 * Every page of a list, one after the other, asked for when it is wanted:
 *
 * ```ts
 * for await (const { alarms } of paginate((cursor) => client.GET('/alarms', { params: { query: { cursor } } }))) …
 * ```
 */
export async function* paginate<P extends Page>(
  ask: (cursor: string | undefined) => Promise<{ data: P }>,
): AsyncGenerator<P, void, undefined> {
  let cursor: string | undefined;
  do {
    const { data } = await ask(cursor);
    yield data;
    cursor = data.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
