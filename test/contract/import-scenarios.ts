import { continueImport } from '#/lib/tracking/imports/continue-import.ts';
import { UNKNOWN_ID } from '#/test/contract/routes.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';

const FILE = 'start,end,title\n2026-03-04T08:00:00Z,2026-03-04T09:30:00Z,Reads the limits';
const BEYOND_ROWS = `date,hours\n${'2026-03-04,1\n'.repeat(50_001)}`;

const contentOf = (text: string) => Buffer.from(text).toString('base64');
const upload = ({ api }: Scene, text = FILE) =>
  api<{ import: { id: string } }>('POST', '/imports', { file_name: 'entries.csv', content: contentOf(text) });

/** The id of an import that was only uploaded. */
export async function newImport(scene: Scene, text = FILE): Promise<string> {
  return (await upload(scene, text)).body.import.id;
}

async function previewed(scene: Scene, text = FILE): Promise<string> {
  const id = await newImport(scene, text);
  await scene.api('POST', `/imports/${id}/preview`, {});
  return id;
}

async function applied(scene: Scene): Promise<string> {
  const id = await previewed(scene);
  await scene.api('POST', `/imports/${id}/apply`, {});
  await continueImport(scene.owner, id);
  return id;
}

async function retitled(scene: Scene): Promise<string> {
  const id = await applied(scene);
  const { body } = await scene.api<{ rows: { timer_id: string }[] }>('GET', `/imports/${id}/rows`);
  await scene.api('PATCH', `/timers/${body.rows[0]?.timer_id}`, { title: 'Read the limits' });
  return id;
}

export const importScenarios: Scenario[] = [
  ...scenariosOf('uploadImport', {
    201: (scene) => upload(scene),
    '400 file_invalid': (scene) => upload(scene, 'one column'),
    '413 file_too_large': (scene) => upload(scene, BEYOND_ROWS),
  }),
  ...scenariosOf('listImports', {
    200: async (scene) => {
      await previewed(scene);
      return scene.api('GET', '/imports');
    },
    '400 cursor_invalid': ({ api }) => api('GET', '/imports?cursor=abc'),
  }),
  ...scenariosOf('getImport', {
    200: async (scene) => scene.api('GET', `/imports/${await newImport(scene)}`),
    '404 import_not_found': ({ api }) => api('GET', `/imports/${UNKNOWN_ID}`),
  }),
  ...scenariosOf('listImportRows', {
    200: async (scene) => scene.api('GET', `/imports/${await previewed(scene)}/rows?state=ready`),
    '400 cursor_invalid': async (scene) => scene.api('GET', `/imports/${await newImport(scene)}/rows?cursor=abc`),
    '404 import_not_found': ({ api }) => api('GET', `/imports/${UNKNOWN_ID}/rows`),
  }),
  ...scenariosOf('previewImport', {
    200: async (scene) => scene.api('POST', `/imports/${await newImport(scene)}/preview`, {}),
    '400 mapping_invalid': async (scene) =>
      scene.api('POST', `/imports/${await newImport(scene)}/preview`, { mapping: { columns: {} } }),
    '404 import_not_found': ({ api }) => api('POST', `/imports/${UNKNOWN_ID}/preview`, {}),
    '409 import_state': async (scene) => scene.api('POST', `/imports/${await applied(scene)}/preview`, {}),
  }),
  ...scenariosOf('applyImport', {
    200: async (scene) => scene.api('POST', `/imports/${await previewed(scene)}/apply`, {}),
    '404 import_not_found': ({ api }) => api('POST', `/imports/${UNKNOWN_ID}/apply`, {}),
    '409 import_state': async (scene) => scene.api('POST', `/imports/${await applied(scene)}/apply`, {}),
    '409 import_not_previewed': async (scene) => scene.api('POST', `/imports/${await newImport(scene)}/apply`, {}),
    '409 nothing_to_import': async (scene) =>
      scene.api('POST', `/imports/${await previewed(scene, 'date,hours\n2026-03-04,0')}/apply`, {}),
  }),
  ...scenariosOf('undoImport', {
    200: async (scene) => scene.api('POST', `/imports/${await applied(scene)}/undo`, {}),
    '404 import_not_found': ({ api }) => api('POST', `/imports/${UNKNOWN_ID}/undo`, {}),
    '409 import_state': async (scene) => scene.api('POST', `/imports/${await previewed(scene)}/undo`, {}),
    '409 import_changed': async (scene) => scene.api('POST', `/imports/${await retitled(scene)}/undo`, {}),
  }),
  ...scenariosOf('deleteImport', {
    200: async (scene) => scene.api('DELETE', `/imports/${await newImport(scene)}`),
    '404 import_not_found': ({ api }) => api('DELETE', `/imports/${UNKNOWN_ID}`),
    '409 import_state': async (scene) => scene.api('DELETE', `/imports/${await applied(scene)}`),
  }),
];
