export type PlanNode = { [key: string]: unknown; Plans?: PlanNode[] };

/** Where a plan says by what rows are found, whether at the scan itself, or where it is joined. */
const CONDITIONS = ['Index Cond', 'Recheck Cond', 'Filter', 'Join Filter', 'Hash Cond', 'Merge Cond'];

/**
 * Names of the tables among these that a plan reads without any condition on this column. The plan is what `explain
 * (verbose, format json)` shows. Partitions go by their table's name.
 */
export function tablesWithout(column: string, tables: ReadonlySet<string>, plan: PlanNode): string[] {
  const scans = scansOf(plan, tables);
  const aliases = new Set(scans.map(({ alias }) => alias));
  const everywhere = new Set(namedWith(column, nodesOf(plan)));
  const missing = scans.filter(({ alias, table, isPartition, above }) => {
    if (everywhere.has(alias)) return false;
    // Joins name the partitioned table by an alias of its own, which none of its partitions has.
    const ofTable = new RegExp(`^${table}(?:_\\d+)?$`);
    return !(isPartition && namedWith(column, above).some((name) => ofTable.test(name) && !aliases.has(name)));
  });
  return [...new Set(missing.map(({ table }) => table))];
}

type Scan = { table: string; alias: string; isPartition: boolean; above: PlanNode[] };

function scansOf(node: PlanNode, tables: ReadonlySet<string>, above: PlanNode[] = []): Scan[] {
  const relation = String(node['Relation Name'] ?? '');
  const table = relation.replace(/_\d{8}$/, '');
  const isScan = tables.has(table) && String(node['Node Type']).endsWith('Scan');
  const own = { table, alias: String(node.Alias), isPartition: relation !== table, above };
  const below = (node.Plans ?? []).flatMap((one) => scansOf(one, tables, [...above, node]));
  return isScan ? [own, ...below] : below;
}

/** Aliases whose column the conditions of these nodes name. */
function namedWith(column: string, nodes: readonly PlanNode[]): string[] {
  const conditions = nodes.flatMap((node) => CONDITIONS.map((key) => String(node[key] ?? ''))).join('\n');
  return [...conditions.matchAll(new RegExp(`(\\w+)\\.${column}\\b`, 'g'))].map(([, alias = '']) => alias);
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
