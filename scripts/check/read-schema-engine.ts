import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';
import { ROOT } from '#/scripts/project.ts';

// Catalog columns of PostgreSQL's one-byte type "char", which the adapter does not know and introspection reads.
const CHAR_OID = 18;
const TEXT_OID = 25;

type Io = { fields: { dataTypeID: number }[] };
type Inner = { performIO: (query: SqlQuery) => Promise<Io> };

/** The adapter for the schema engine: like `PrismaPg`, but with "char" read as a character. */
class IntrospectingPg extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    readCharColumns(adapter);
    return adapter;
  }
}

function readCharColumns(adapter: SqlDriverAdapter): void {
  const inner = adapter as unknown as Inner;
  const performIO = inner.performIO.bind(adapter);
  const queryRaw = adapter.queryRaw.bind(adapter);
  const charColumns = new WeakMap<SqlQuery, number[]>();
  inner.performIO = async (query) => {
    const result = await performIO(query);
    const found = result.fields.flatMap(({ dataTypeID }, index) => (dataTypeID === CHAR_OID ? [index] : []));
    for (const index of found) Object.assign(result.fields[index] as object, { dataTypeID: TEXT_OID });
    charColumns.set(query, found);
    return result;
  };
  adapter.queryRaw = async (query): Promise<SqlResultSet> => {
    const result = await queryRaw(query);
    // Not Text: the engine panics when it gets a string instead of one character.
    for (const index of charColumns.get(query) ?? []) result.columnTypes[index] = ColumnTypeEnum.Character;
    return result;
  };
}

/** SQL that would turn this database into what prisma/schema.prisma describes; empty when the two agree. */
export async function sqlTowardsSchema(databaseUrl: string): Promise<string> {
  // Without it, a panic of the engine hides its message.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: (text: string) => console.error(text) } });
  const content = readFileSync(path.join(ROOT, 'prisma/schema.prisma'), 'utf8');
  const file = { path: 'schema.prisma', content };
  const factory = bindMigrationAwareSqlAdapterFactory(new IntrospectingPg({ connectionString: databaseUrl, max: 2 }));
  const engine = await SchemaEngine.new({ datamodels: [[file.path, content]] }, () => {}, factory);
  const { stdout } = await engine.diff({
    from: { tag: 'schemaDatasource', files: [file], configDir: ROOT },
    to: { tag: 'schemaDatamodel', files: [file] },
    script: true,
    exitCode: true,
    filters: { externalTables: [], externalEnums: [] },
  });
  return stdout ?? '';
}
