import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { CacheableText, compress } from '#/lib/api/responses/compress.ts';
import { givenTextOf } from '#/lib/api/responses/text-response.ts';

type Fetch = (request: Request, env: HttpBindings & { takesText: true }) => Response | Promise<Response>;

/**
 * Node's listener for the API. Responses that are one text are written at once, and compressed if long; streams are
 * never compressed; the adapter would read the stream of the global `Response` and at times wait a tick of the event
 * loop for its end. (Its own quick `Response` would have to replace the global one, which Next needs as it is.)
 */
export function nodeListener(fetch: Fetch): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const reply = async (request: Request, env: HttpBindings) => {
    const response = await fetch(request, { incoming: env.incoming, outgoing: env.outgoing, takesText: true });
    const known = givenTextOf(response);
    if (known === undefined) return response;
    const acceptEncoding = () => request.headers.get('accept-encoding');
    const isCacheable = known instanceof CacheableText;
    const compressed = isCacheable ? await known.compressed(acceptEncoding()) : await compress(known, acceptEncoding);
    const text = isCacheable ? known.text : known;
    const body = compressed?.bytes ?? text;
    const headers: Record<string, string | number> = { 'content-length': Buffer.byteLength(body) };
    for (const [name, value] of response.headers) headers[name] = value;
    if (compressed) headers['content-encoding'] = compressed.encoding;
    env.outgoing.writeHead(response.status, headers as Record<string, string>);
    env.outgoing.end(body);
    return RESPONSE_ALREADY_SENT;
  };
  return getRequestListener(reply as Parameters<typeof getRequestListener>[0], { overrideGlobalObjects: false });
}
