/** Numbers that a double may not hold digit by digit: long ones, fractions, exponents, minus zero. */
const MAY_LOSE_PRECISION = /(?:"\s*:|[[,])\s*(?:-?(?:\d{16}|\d+[.eE])|-0)|^\s*-?[\d.eE+-]+\s*$/;
/** Only digits: a number with an exponent may be one that no column can hold, such as 1e-99999. */
const PLAIN = /^-?\d{1,300}(?:\.\d{1,300})?$/;

type Context = { source?: string };
/** ECMAScript's `JSON.parse` source text access, which the types do not have yet. */
type ExactJson = {
  parse: (text: string, reviver: (key: string, value: unknown, context: Context) => unknown) => unknown;
  rawJSON: (text: string) => unknown;
};

/** True when a JSON text has a number that `JSON.parse` may change; a false alarm costs time only. */
export function mayChange(text: string): boolean {
  return MAY_LOSE_PRECISION.test(text);
}

/**
 * As `JSON.parse`, but numbers that would change (12345678901234567890, 1.0, -0) become `JSON.rawJSON`, which
 * `JSON.stringify` writes unchanged. Takes twice as long, so only used for a text with such a number. Recurses: from
 * about 2,500 levels on it throws a RangeError (see `nestsDeeperThan`), while `JSON.parse` accepts any depth.
 */
export function parseExactly(text: string): unknown {
  if (!mayChange(text)) return JSON.parse(text);
  const json = JSON as unknown as ExactJson;
  return json.parse(text, (_key, value, { source }) => {
    const isChanged = typeof value === 'number' && source !== undefined && source !== String(value);
    return isChanged && PLAIN.test(source) ? json.rawJSON(source) : value;
  });
}

/** True for a value of nested lists and objects with more than `levels` levels. Without recursion. */
export function nestsDeeperThan(levels: number, value: unknown): boolean {
  const rest: [unknown, number][] = [[value, 0]];
  for (let item = rest.pop(); item; item = rest.pop()) {
    const [part, depth] = item;
    if (!isRecord(part)) continue;
    if (depth >= levels) return true;
    for (const inner of Object.values(part)) rest.push([inner, depth + 1]);
  }
  return false;
}

/**
 * Puts members of `exact` into `value`, which was parsed from the same text. Paths separate names by slashes; `*`
 * stands for every item of a list.
 */
export function takeExactly(value: unknown, exact: unknown, paths: readonly string[]): void {
  for (const path of paths) graft(value, exact, path.split('/'));
}

function graft(value: unknown, exact: unknown, [name = '', ...rest]: string[]): void {
  if (!isRecord(value) || !isRecord(exact)) return;
  const names = name === '*' ? Object.keys(value) : [name].filter((one) => Object.hasOwn(value, one));
  for (const one of names) {
    if (rest.length > 0) graft(value[one], exact[one], rest);
    else value[one] = exact[one];
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
