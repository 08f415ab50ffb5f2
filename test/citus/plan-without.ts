export type PlanNode = { [key: string]: unknown; Plans?: PlanNode[] };

/** The parts of a plan that say by which conditions rows are found, at the scan itself or at a join. */
const CONDITIONS = ['Index Cond', 'Recheck Cond', 'Filter', 'Join Filter', 'Hash Cond', 'Merge Cond'];

/**
 * Names of the tables among these that a plan reads without any condition on this column. The plan is what `explain
 * (verbose, format json)` shows. Partitions count under their table's name.
 */
export function tablesWithout(column: string, tables: ReadonlySet<string>, plan: PlanNode): string[] {
  const scans = scansOf(plan, tables);
  const aliases = new Set(scans.map(({ alias }) => alias));
  const everywhere = new Set(namedWith(column, nodesOf(plan)));
  const missing = scans.filter(({ alias, table, isPartition, above }) => {
    if (everywhere.has(alias)) return false;
    // Joins name the partitioned table by its own alias, which none of its partitions has.
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

/** Aliases whose column is named by the conditions of these nodes. */
function namedWith(column: string, nodes: readonly PlanNode[]): string[] {
  const conditions = nodes.flatMap((node) => CONDITIONS.map((key) => String(node[key] ?? ''))).join('\n');
  return [...conditions.matchAll(new RegExp(`(\\w+)\\.${column}\\b`, 'g'))].map(([, alias = '']) => alias);
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
