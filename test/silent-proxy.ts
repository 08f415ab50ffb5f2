import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A connection through the proxy; once silent it stays so, whatever either end does. */
type Link = { client: Socket; server: Socket; isSilent: boolean; isDeaf: boolean };

export type SilentProxy = {
  /** The database's URL, by way of the proxy. */
  url: string;
  /** Connections opened through it so far, and those that are open at the client's end and not silent. */
  opened: () => number;
  live: () => number;
  /** From now on no byte passes on the open connections, in either direction. New ones work. */
  silenceOpen: () => void;
  /** The same for new ones, until `heal`. */
  silenceAll: () => void;
  /** The next connection that sends this text falls silent: the server gets it, and its response is lost. */
  loseResponseTo: (words: string) => void;
  /** New connections go to the server at this URL, at once. Open ones fall silent. */
  failOverTo: (url: string) => void;
  /** New connections work again. */
  heal: () => void;
  close: () => void;
};

/**
 * A TCP proxy in front of PostgreSQL that can fall silent, like a firewall that drops packets: it accepts bytes and
 * passes none on, and neither side learns that the other has closed. It does not simulate a reset or a closed port.
 */
export async function startSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  let target = new URL(databaseUrl);
  let isSilent = false;
  let lost: string | null = null;
  let opened = 0;
  const links = new Set<Link>();

  const proxy = createServer((client) => {
    opened += 1;
    const server = connect(Number(target.port), target.hostname);
    const link: Link = { client, server, isSilent, isDeaf: false };
    links.add(link);
    client.on('data', (bytes) => {
      if (link.isSilent || link.isDeaf) return;
      if (lost !== null && bytes.includes(lost)) {
        lost = null;
        link.isDeaf = true;
      }
      server.write(bytes);
    });
    server.on('data', (bytes) => {
      if (!link.isSilent && !link.isDeaf) client.write(bytes);
    });
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('error', () => {});
      from.on('close', () => {
        if (link.isSilent || link.isDeaf) return;
        links.delete(link);
        to.destroy();
      });
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const silenceOpen = () => {
    for (const link of links) link.isSilent = true;
  };
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    opened: () => opened,
    live: () => [...links].filter((link) => !link.isSilent && !link.isDeaf && !link.client.closed).length,
    silenceOpen,
    silenceAll: () => {
      isSilent = true;
      silenceOpen();
    },
    loseResponseTo: (words) => {
      lost = words;
    },
    failOverTo: (url) => {
      silenceOpen();
      target = new URL(url);
    },
    heal: () => {
      isSilent = false;
    },
    close: () => {
      proxy.close();
      for (const { client, server } of links) {
        client.destroy();
        server.destroy();
      }
    },
  };
}
