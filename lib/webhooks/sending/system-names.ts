import type { LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** This machine's own settings for names: its hosts file, and the search domains of short names. */
export type NameSettings = {
  hosts: ReadonlyMap<string, readonly LookupAddress[]>;
  search: readonly string[];
  ndots: number;
};
type Files = { hosts: string; resolv: string };

const TTL_MS = 5_000;
/** glibc's own limit (resolv.conf(5)). */
const MAX_NDOTS = 15;

/** Reads both files again every five seconds at most. */
export class SystemNames {
  readonly #files: Files;
  readonly #monotonic: () => number;
  #read: { texts: [hosts: string, resolv: string]; settings: NameSettings } | null = null;
  #readAtMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<NameSettings> | null = null;

  constructor(monotonic: () => number, files: Files = { hosts: '/etc/hosts', resolv: '/etc/resolv.conf' }) {
    this.#files = files;
    this.#monotonic = monotonic;
  }

  /** Never rejects: a file that can't be read counts as empty. The last content is used while it is read again. */
  get(): Promise<NameSettings> | NameSettings {
    if (this.#monotonic() - this.#readAtMs >= TTL_MS) {
      this.#reading ??= this.#readAgain().finally(() => {
        this.#reading = null;
      });
    }
    return this.#read?.settings ?? (this.#reading as Promise<NameSettings>);
  }

  async #readAgain(): Promise<NameSettings> {
    const [hosts, resolv] = await Promise.all([textOf(this.#files.hosts), textOf(this.#files.resolv)]);
    this.#readAtMs = this.#monotonic();
    const known = this.#read;
    if (known && known.texts[0] === hosts && known.texts[1] === resolv) return known.settings;
    const settings = { hosts: parseHosts(hosts), ...parseResolv(resolv) };
    this.#read = { texts: [hosts, resolv], settings };
    return settings;
  }
}

/** The names to query, in this order (resolv.conf(5), `search` and `ndots`). A trailing dot means this name only. */
export function candidatesOf(hostname: string, { search, ndots }: Pick<NameSettings, 'search' | 'ndots'>): string[] {
  if (hostname.endsWith('.')) return [hostname.slice(0, -1)];
  const longer = search.map((domain) => `${hostname}.${domain}`);
  return hostname.split('.').length > ndots ? [hostname, ...longer] : [...longer, hostname];
}

/** hosts(5). */
function parseHosts(text: string): Map<string, LookupAddress[]> {
  const hosts = new Map<string, LookupAddress[]>();
  for (const [address = '', ...names] of linesOf(text)) {
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names) {
      const known = hosts.get(name.toLowerCase());
      if (known) known.push({ address, family });
      else hosts.set(name.toLowerCase(), [{ address, family }]);
    }
  }
  return hosts;
}

/** resolv.conf(5): the last of `search` and `domain` counts. Name servers are read by c-ares itself. */
function parseResolv(text: string): Pick<NameSettings, 'search' | 'ndots'> {
  let search: string[] = [];
  let ndots = 1;
  for (const [keyword, ...values] of linesOf(text)) {
    if (keyword === 'search' || keyword === 'domain') search = values.map((domain) => domain.replace(/\.$/, ''));
    const option = keyword === 'options' ? values.findLast((value) => /^ndots:\d{1,3}$/.test(value)) : undefined;
    if (option) ndots = Math.min(MAX_NDOTS, Number(option.slice('ndots:'.length)));
  }
  return { search: search.filter(Boolean), ndots };
}

function linesOf(text: string): string[][] {
  return text.split('\n').map((line) =>
    line
      .replace(/[#;].*/, '')
      .trim()
      .split(/\s+/),
  );
}

function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
