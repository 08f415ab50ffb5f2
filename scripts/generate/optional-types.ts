import { createRequire } from 'node:module';
import path from 'node:path';
import { ROOT } from '#/scripts/project.ts';

/** The parts of TypeScript 5 in use; version 7 at the root has no API for programs. */
type Node = { kind: number; pos: number; end: number; name?: { text?: string }; questionToken?: Node; type?: Node };
type TypeScript = {
  createSourceFile: (name: string, text: string, target: number) => Node;
  forEachChild: (node: Node, visit: (child: Node) => void) => void;
  ScriptTarget: { Latest: number };
  SyntaxKind: { PropertySignature: number; NeverKeyword: number; TypeLiteral: number };
};

/** Properties by which openapi-fetch reads an operation. */
const STRUCTURE: ReadonlySet<string> = new Set(['query', 'header', 'path', 'cookie', 'requestBody']);

/**
 * Makes optional properties also accept undefined, even under `exactOptionalPropertyTypes`, which distinguishes the
 * two: neither queries nor JSON do. `never` stays, since it means that there is no such property.
 */
export function withUndefined(types: string): string {
  const ts: TypeScript = createRequire(path.join(ROOT, 'packages/client/package.json'))('typescript');
  const { PropertySignature, NeverKeyword, TypeLiteral } = ts.SyntaxKind;
  const ends: number[] = [];
  const visit = (node: Node) => {
    const { kind, name, questionToken, type } = node;
    if (kind === PropertySignature && questionToken && type && type.kind !== NeverKeyword) {
      const isStructure = type.kind === TypeLiteral && STRUCTURE.has(name?.text ?? '');
      if (!isStructure) ends.push(type.end);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('openapi.ts', types, ts.ScriptTarget.Latest));
  const cuts = [0, ...ends.sort((a, b) => a - b), types.length];
  return cuts
    .slice(1)
    .map((end, index) => types.slice(cuts[index], end))
    .join(' | undefined');
}
