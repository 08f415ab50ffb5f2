import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { log } from '#/lib/core/log.ts';

/**
 * A page responds several times as fast the second time: code is loaded, compiled and connected when first needed.
 * These pages need most of what the others do, and the first one needs the layout of every page.
 */
const PAGES = ['/offline', '/sign-in', '/'];
const PATIENCE_MS = 20_000;

/**
 * Requests a few pages once, signed out, on a temporary port, so that the first visitor does not wait for code that all
 * pages need. A failure is logged and does not prevent the start.
 */
export async function warmUp(respondWithPage: RequestListener): Promise<void> {
  const server = createServer(respondWithPage);
  try {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    for (const page of PAGES) {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const response = await fetch(`http://127.0.0.1:${port}${page}`, { redirect: 'manual', signal });
      await response.arrayBuffer();
    }
  } catch (error) {
    log.warn({ err: error }, 'pages not warmed up; the first ones take longer');
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
