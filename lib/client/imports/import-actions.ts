import type { QueryClient } from '@tanstack/react-query';
import { IMPORTS_KEY } from '#/lib/client/http/cache-keys.ts';
import type { Http } from '#/lib/client/http/http.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { ImportJson, ImportResponseJson, PreviewImportInput } from '#/lib/tracking/imports/import-schemas.ts';

/** A large file takes longer to send and read than other mutations. */
const TIMEOUT_MS = 2 * MINUTE_MS;
/** `btoa` takes text, which is built from this many bytes at a time. */
const BYTES_AT_ONCE = 32_768;

/** Mutations of imports. All reject with ApiProblem or NoResponse. */
export class ImportActions {
  readonly #client: QueryClient;
  readonly #http: Http;

  constructor(client: QueryClient, http: Http) {
    this.#client = client;
    this.#http = http;
  }

  async upload(file: File): Promise<ImportJson> {
    const content = base64(new Uint8Array(await file.arrayBuffer()));
    return this.#send('', 'POST', { file_name: file.name.slice(-200), content });
  }

  preview(id: string, input: PreviewImportInput): Promise<ImportJson> {
    return this.#send(`/${id}/preview`, 'POST', input);
  }

  /** Applies the version that was seen: with another mapping by now nothing is recorded. */
  apply({ id, version }: ImportJson): Promise<ImportJson> {
    return this.#send(`/${id}/apply`, 'POST', {}, version);
  }

  undo(id: string, keepChanged: boolean): Promise<ImportJson> {
    return this.#send(`/${id}/undo`, 'POST', { keep_changed: keepChanged });
  }

  remove(id: string): Promise<ImportJson> {
    return this.#send(`/${id}`, 'DELETE');
  }

  async #send(path: string, method: 'POST' | 'DELETE', body?: object, ifMatch?: number): Promise<ImportJson> {
    const options = { method, timeoutMs: TIMEOUT_MS, ...(body && { body }), ...(ifMatch !== undefined && { ifMatch }) };
    const { import: one } = await this.#http.send<ImportResponseJson>(`/imports${path}`, options);
    const queryKey = [...IMPORTS_KEY, one.id];
    // A response to an earlier request that arrives later is older.
    await this.#client.cancelQueries({ queryKey, exact: true });
    this.#client.setQueryData(queryKey, one);
    await this.#client.invalidateQueries({ queryKey: [...IMPORTS_KEY, 'list'] });
    return one;
  }
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE) {
    text += String.fromCharCode(...bytes.subarray(at, at + BYTES_AT_ONCE));
  }
  return btoa(text);
}
