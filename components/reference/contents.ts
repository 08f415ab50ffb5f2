/** The parts of an OpenAPI document that the reference uses. The rest is passed to Redoc unchanged. */
export type ApiDocument = {
  info: { description?: string; version?: string; license?: unknown };
  tags: { name: string }[];
  paths: Record<string, Methods>;
  webhooks: Record<string, Methods>;
};
type Methods = Record<string, { operationId: string; summary: string; tags: string[] }>;

/** An entry in the reference: its hash, its name, and for an operation its method and path. */
export type Entry = { hash: string; name: string; method?: string; path?: string };
/** A part that is drawn at once: the guide, or the operations of one tag. */
export type Section = Entry & { tag: string | null; entries: Entry[] };

/** Redoc's URLs for names: "API keys" is at `#tag/API-keys`. */
const inAddress = (name: string) => name.replaceAll(' ', '-');

const operationAt = (tag: string, operationId: string) => `#tag/${inAddress(tag)}/operation/${operationId}`;

/** All sections of a document in its order, the guide first. */
export function contentsOf({ info, tags, paths, webhooks }: ApiDocument): Section[] {
  const headings = (info.description ?? '').matchAll(/^## (.+)$/gm);
  const guide: Section = {
    hash: '#guide',
    name: 'Guide',
    tag: null,
    entries: [...headings].map(([, name = '']) => ({ hash: `#section/${inAddress(name)}`, name })),
  };
  const sections = new Map<string, Section>(
    tags.map(({ name }) => [name, { hash: `#tag/${inAddress(name)}`, name, tag: name, entries: [] }]),
  );
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { operationId, summary, tags }] of Object.entries(methods)) {
      const entry = { name: summary, method: method.toUpperCase(), path };
      for (const tag of tags) sections.get(tag)?.entries.push({ hash: operationAt(tag, operationId), ...entry });
    }
  }
  for (const methods of Object.values(webhooks)) {
    for (const { operationId, summary, tags } of Object.values(methods)) {
      for (const tag of tags) sections.get(tag)?.entries.push({ hash: operationAt(tag, operationId), name: summary });
    }
  }
  return [guide, ...[...sections.values()].filter(({ entries }) => entries.length > 0)];
}

/** The section of a hash, also that of an operation without its tag; the guide for an unknown one. */
export function sectionAt(contents: readonly Section[], hash: string): Section | undefined {
  const [, operation] = /^#(operation\/[^/]+)/.exec(hash) ?? [];
  return (
    contents.find((section) =>
      operation
        ? section.entries.some((entry) => entry.hash === `${section.hash}/${operation}`)
        : `${hash}/`.startsWith(`${section.hash}/`),
    ) ?? contents[0]
  );
}

/** The full hash of an operation named without its tag, `#operation/startTimer`; any other hash is unchanged. */
export function fullHash({ entries }: Section, hash: string): string {
  return entries.find((entry) => entry.hash.endsWith(`/${hash.slice(1)}`))?.hash ?? hash;
}

/**
 * The document with only one section, so that no more is drawn than is read. Redoc would show its version and license
 * before everything else.
 */
export function onlySection<Document extends ApiDocument>(document: Document, { tag }: Section): Document {
  if (tag === null) {
    const info = { ...document.info, version: '', license: undefined };
    return { ...document, info, tags: [], paths: {}, webhooks: {} };
  }
  const tagged = (all: Record<string, Methods>) =>
    Object.fromEntries(
      Object.entries(all).map(([path, methods]) => [
        path,
        Object.fromEntries(Object.entries(methods).filter(([, { tags }]) => tags.includes(tag))),
      ]),
    );
  return {
    ...document,
    info: { ...document.info, description: '' },
    tags: document.tags.filter(({ name }) => name === tag),
    paths: tagged(document.paths),
    webhooks: tagged(document.webhooks),
  };
}

/**
 * The sections with entries that have every word of a search in their name, path or method; all entries if the
 * section's own name matches.
 */
export function matching(contents: readonly Section[], search: string): Section[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const has = ({ name, method = '', path = '' }: Entry) => {
    const text = `${method} ${path} ${name}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return contents
    .map((section) => (has(section) ? section : { ...section, entries: section.entries.filter(has) }))
    .filter(({ entries }) => entries.length > 0);
}
