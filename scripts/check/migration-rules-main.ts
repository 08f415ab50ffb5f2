import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { violationsIn } from '#/scripts/check/migration-rules.ts';
import { ROOT } from '#/scripts/project.ts';

const INSTEAD =
  'The version before may still run. Add beside, change code, drop a version later; or write "-- compatible: why" over it; what takes long goes in steps, or has "-- bounded: why" over it (docs/decisions/0035).';

const folder = 'prisma/migrations';
const names = readdirSync(path.join(ROOT, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory());
const violations = names.flatMap(({ name }) => {
  const file = `${folder}/${name}/migration.sql`;
  return violationsIn(name, readFileSync(path.join(ROOT, file), 'utf8')).map((violation) => ({ file, ...violation }));
});
for (const { file, line, what } of violations) console.log(`${file}:${line}: ${what}. ${INSTEAD}`);
process.exit(violations.length > 0 ? 1 : 0);
