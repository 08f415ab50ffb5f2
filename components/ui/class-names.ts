const words = (text: string) => text.split(' ');

/** Words that each are a whole class, by the property they set. */
const GROUP_OF_CLASS: Record<string, string> = Object.fromEntries(
  Object.entries({
    collapse: 'border-collapse border-separate',
    display: 'block inline-block inline flex inline-flex grid inline-grid hidden contents table table-cell',
    direction: 'flex-row flex-col flex-row-reverse flex-col-reverse',
    break: 'break-all break-words',
    position: 'static fixed absolute relative sticky',
  }).flatMap(([group, classes]) => words(classes).map((name) => [name, group])),
);

/** Prefixes of classes that set one property, whatever follows. */
const PREFIXES = new Set(
  words(
    'h w size min-h min-w max-h max-w z animate opacity p px py pt pr pb pl m mx my mt mr mb ml gap gap-x gap-y inset ' +
      'inset-x inset-y top right bottom left items justify leading tracking overflow overflow-x overflow-y whitespace ' +
      'cursor select pointer-events grid-cols col-span translate-x translate-y border-x border-y border-t border-r ' +
      'border-b border-l border-spacing justify-items justify-self content transition line-clamp rounded rounded-t ' +
      'rounded-r rounded-b rounded-l order align outline-offset underline-offset decoration appearance scroll-mt ' +
      'scroll-py scroll-mb scroll-pb scroll-pt col-start col-end row-start rotate self fill',
  ),
);

const SIZE = /^(?:(?:2xs|xs|sm|base|lg|xl|2xl)$|\[\d|[a-z0-9]+\/)/;
const WIDTH = /^(?:$|\d|\[[\d.])/;
/** Prefixes whose classes set different properties, by what follows; the last of a list is the rest. */
const BY_VALUE: Record<string, [value: RegExp, group: string][]> = {
  // `[80px]/[80px]`, `2xs/5`: a size with the height of its line.
  text: [
    [SIZE, 'text-size'],
    [/^(?:left|center|right)$/, 'text-align'],
    [/./, 'text-color'],
  ],
  bg: [
    [/^\[[a-z-]*gradient\(/, 'bg-image'],
    [/./, 'bg-color'],
  ],
  font: [
    [/^(?:normal|medium|semibold|bold)$/, 'font-weight'],
    [/^(?:sans|mono)$/, 'font-family'],
  ],
  border: [
    [/^(?:solid|dashed|dotted|none)$/, 'border-style'],
    [WIDTH, 'border-width'],
    [/./, 'border-color'],
  ],
  shadow: [
    [/^(?:none|\[(?:inset_)?-?\d.*)$/, 'shadow-size'],
    [/./, 'shadow-color'],
  ],
  'inset-ring': [
    [/^$/, 'ring-width'],
    [/./, 'ring-color'],
  ],
  outline: [[WIDTH, 'outline']],
  stroke: [
    [WIDTH, 'stroke-width'],
    [/./, 'stroke-color'],
  ],
};

/** Other properties that a class sets: `p-4` after `px-2` overrides all of it. */
const IMPLIED_GROUPS: Record<string, string[]> = Object.fromEntries(
  Object.entries({
    size: 'w h',
    p: 'px py pt pr pb pl',
    px: 'pr pl',
    py: 'pt pb',
    m: 'mx my mt mr mb ml',
    mx: 'mr ml',
    my: 'mt mb',
    gap: 'gap-x gap-y',
    inset: 'inset-x inset-y top right bottom left',
    'inset-x': 'right left',
    'inset-y': 'top bottom',
    overflow: 'overflow-x overflow-y',
    'border-width': 'border-x border-y border-t border-r border-b border-l',
    'border-x': 'border-r border-l',
    'border-y': 'border-t border-b',
    rounded: 'rounded-t rounded-r rounded-b rounded-l',
    'scroll-py': 'scroll-pb scroll-pt',
    'text-size': 'leading',
    'line-clamp': 'display overflow',
  }).map(([group, others]) => [group, words(others)]),
);

/** Enough for a page's class lists; a library's cache would weigh more than this whole file. */
const CACHE_SIZE = 500;
const known = new Map<string, string>();

/**
 * Joins class lists; of two that set the same thing under the same conditions (`hover:`, `md:`), the later one wins. It
 * knows the classes that our components use: the library for this, tailwind-merge, would weigh 8 kB on every page, and
 * 3 with our list. class-names.test.ts compares it with that library for every class in the project, so a class that is
 * missing here is found there.
 */
export function classNames(...lists: (string | false | null | undefined)[]): string {
  const all = lists.filter(Boolean).join(' ');
  let merged = known.get(all);
  if (merged === undefined) {
    if (known.size >= CACHE_SIZE) known.clear();
    merged = merge(all);
    known.set(all, merged);
  }
  return merged;
}

function merge(all: string): string {
  const set = new Set<string>();
  const result: string[] = [];
  for (const name of all.trim().split(/\s+/).reverse()) {
    const [, conditions = '', base = ''] = /^((?:(?:\[[^\]]*\]|\([^)]*\)|[^:[(])*:)*)(.*)$/.exec(name) ?? [];
    const group = groupOf(base.replace(/^-/, ''));
    if (group && set.has(conditions + group)) continue;
    result.unshift(name);
    if (group) for (const one of [group, ...(IMPLIED_GROUPS[group] ?? [])]) set.add(conditions + one);
  }
  return result.join(' ');
}

/** The property set by a class without its conditions; undefined for one without conflicts. */
function groupOf(base: string): string | undefined {
  if (GROUP_OF_CLASS[base]) return GROUP_OF_CLASS[base];
  const [head = ''] = base.split('[', 1);
  // From the longest prefix to the shortest: `border-x-2` is no border on all sides.
  for (let end = head.length; end > 0; end = head.lastIndexOf('-', end - 1)) {
    const prefix = head.slice(0, end);
    if (PREFIXES.has(prefix)) return prefix;
    const value = base.slice(end + 1);
    const found = BY_VALUE[prefix]?.find(([pattern]) => pattern.test(value));
    if (found) return found[1];
  }
  return undefined;
}
