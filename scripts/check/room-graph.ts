// Which rooms depend on which. A room is a folder below lib/, or components, app, server or worker; type imports count
// like any other. Searches text, not syntax, since the formatter gives it one form.

/** A file of the product, by its path from the project's root, and its text. */
export type Source = { file: string; text: string };
/** One import from a room into another. */
export type Edge = { from: string; to: string; file: string; imported: string };

const ROOM = /^(?:lib\/[^/]+|components|app|server|worker)(?=\/)/;
const IMPORT = /(?:\bfrom\s+|\bimport\s+|\bimport\(\s*)['"]#\/([^'"]+)['"]/g;

/** `lib/core` of `lib/core/clock.ts`; null for files in no room, such as scripts. */
export function roomOf(file: string): string | null {
  return ROOM.exec(file)?.[0] ?? null;
}

/** All imports from one room into another. */
export function edgesOf(sources: readonly Source[]): Edge[] {
  return sources.flatMap(({ file, text }) => {
    const from = roomOf(file);
    return [...text.matchAll(IMPORT)].flatMap(([, imported = '']) => {
      const to = roomOf(imported);
      return from && to && from !== to ? [{ from, to, file, imported }] : [];
    });
  });
}

/** Each room with those it depends on, the lowest first; rooms in a cycle come last. */
export function layersOf(edges: readonly Edge[]): { layers: string[][]; cycle: string[] } {
  const left = new Map<string, Set<string>>();
  for (const { from, to } of edges) {
    left.set(from, (left.get(from) ?? new Set()).add(to));
    left.set(to, left.get(to) ?? new Set());
  }
  const layers: string[][] = [];
  for (;;) {
    const layer = [...left].filter(([, below]) => [...below].every((room) => !left.has(room))).map(([room]) => room);
    if (layer.length === 0) return { layers, cycle: withoutDependents(left) };
    layers.push(layer.sort());
    for (const room of layer) left.delete(room);
  }
}

/** Rooms that only depend on a cycle are not in it. */
function withoutDependents(rooms: Map<string, Set<string>>): string[] {
  for (;;) {
    const dependent = [...rooms.keys()].find((room) => ![...rooms.values()].some((below) => below.has(room)));
    if (dependent === undefined) return [...rooms.keys()].sort();
    rooms.delete(dependent);
  }
}

/** The graph in lines, from the top down, then the imports that close a cycle, the rarest first. */
export function formatRooms(edges: readonly Edge[]): { ok: boolean; output: string } {
  const { layers, cycle } = layersOf(edges);
  const lines = layers.toReversed().flatMap((layer) => layer.map((room) => `${room} → ${belowOf(edges, room)}`));
  if (cycle.length === 0) return { ok: true, output: lines.join('\n') };
  const closing = edges.filter(({ from, to }) => cycle.includes(from) && cycle.includes(to));
  const pairs = Map.groupBy(closing, ({ from, to }) => `${from} → ${to}`);
  const fewestFirst = [...pairs].sort(([, a], [, b]) => a.length - b.length);
  return {
    ok: false,
    output: [
      ...lines,
      `These rooms import each other in a cycle: ${cycle.join(', ')}.`,
      'Move what both need below them, or let the upper one pass it in. Imports, the fewest first:',
      ...fewestFirst.flatMap(([pair, some]) => [
        `${pair} (${some.length})`,
        ...some.slice(0, MAX_SHOWN).map(({ file, imported }) => `  ${file} imports ${imported}`),
      ]),
    ].join('\n'),
  };
}

const MAX_SHOWN = 10;

function belowOf(edges: readonly Edge[], room: string): string {
  const below = [...new Set(edges.filter(({ from }) => from === room).map(({ to }) => to))].sort();
  return below.join(', ') || 'nothing of ours';
}
