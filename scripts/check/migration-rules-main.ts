import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { violationsIn } from '#/scripts/check/migration-rules.ts';
import { ROOT } from '#/scripts/project.ts';

const INSTEAD =
  'Processes of the previous version may still be running. Add the new column or table, change the code, and drop the old one a version later, or write "-- compatible: " and the reason above the statement. Split a statement that takes long into steps, or write "-- bounded: " and the reason above it. See docs/decisions/0035.';

const folder = 'prisma/migrations';
const names = readdirSync(path.join(ROOT, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory());
const violations = names.flatMap(({ name }) => {
  const file = `${folder}/${name}/migration.sql`;
  return violationsIn(name, readFileSync(path.join(ROOT, file), 'utf8')).map((violation) => ({ file, ...violation }));
});
for (const { file, line, what } of violations) console.log(`${file}:${line}: ${what}. ${INSTEAD}`);
process.exit(violations.length > 0 ? 1 : 0);
