import { MAX_REPORT_LINKS } from '#/lib/analytics/report-links/report-link.ts';
import type { NewReportLinkJson } from '#/lib/analytics/report-links/report-link-schemas.ts';
import { MAX_SAVED_REPORTS } from '#/lib/analytics/saved-reports/saved-report.ts';
import type { SavedReportJson, SavedReportResponseJson } from '#/lib/analytics/saved-reports/saved-report-schemas.ts';
import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { newId } from '#/lib/core/ids.ts';
import { apiFor } from '#/test/api-client.ts';
import { UNKNOWN_ID } from '#/test/contract/routes.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';

const SAVED = '/reports/saved';
const LINKS = '/reports/links';
const MISSING = `${SAVED}/${UNKNOWN_ID}`;

export async function newSavedReport({ api }: Scene): Promise<SavedReportJson> {
  const body = { ...BODY_EXAMPLES.createSavedReport, name: `R ${Math.random()}` };
  return (await api<SavedReportResponseJson>('POST', SAVED, body)).body.saved_report;
}

/** Without a password: hashing one takes long. */
export async function newReportLink({ session }: Scene): Promise<NewReportLinkJson> {
  const { password: _hashed, ...body } = { password: '', ...BODY_EXAMPLES.createReportLink };
  return (await session<NewReportLinkJson>('POST', LINKS, body)).body;
}

/** Another member's request about a shared report. */
async function byAnother(scene: Scene, method: 'PATCH' | 'DELETE') {
  const { id } = await newSavedReport(scene);
  const api = await apiFor(scene.world, await scene.member('member'));
  return api(method, `${SAVED}/${id}`, method === 'PATCH' ? BODY_EXAMPLES.editSavedReport : undefined);
}

export const savedReportScenarios: Scenario[] = [
  ...scenariosOf('createSavedReport', {
    201: ({ api }) => api('POST', SAVED, BODY_EXAMPLES.createSavedReport),
    '409 saved_report_name_taken': async ({ api }) => {
      await api('POST', SAVED, BODY_EXAMPLES.createSavedReport);
      return api('POST', SAVED, BODY_EXAMPLES.createSavedReport);
    },
    '409 too_many_saved_reports': async ({ world, api, owner }) => {
      const { workspaceId, userId } = owner.actor;
      const at = await world.clock.now();
      const row = { workspaceId, userId, query: {}, createdAt: at, updatedAt: at };
      const data = Array.from({ length: MAX_SAVED_REPORTS }, (_, index) => ({ ...row, id: newId(), name: `${index}` }));
      await world.db.savedReport.createMany({ data });
      return api('POST', SAVED, BODY_EXAMPLES.createSavedReport);
    },
  }),
  ...scenariosOf('listSavedReports', {
    200: async (scene) => {
      await newSavedReport(scene);
      return scene.api('GET', SAVED);
    },
  }),
  ...scenariosOf('getSavedReport', {
    200: async (scene) => scene.api('GET', `${SAVED}/${(await newSavedReport(scene)).id}`),
    '404 saved_report_not_found': ({ api }) => api('GET', MISSING),
  }),
  ...scenariosOf('editSavedReport', {
    200: async (scene) =>
      scene.api('PATCH', `${SAVED}/${(await newSavedReport(scene)).id}`, BODY_EXAMPLES.editSavedReport),
    '403 saved_report_of_another': (scene) => byAnother(scene, 'PATCH'),
    '404 saved_report_not_found': ({ api }) => api('PATCH', MISSING, BODY_EXAMPLES.editSavedReport),
    '409 saved_report_name_taken': async (scene) => {
      const [one, other] = [await newSavedReport(scene), await newSavedReport(scene)];
      return scene.api('PATCH', `${SAVED}/${one.id}`, { name: other.name.toLowerCase() });
    },
  }),
  ...scenariosOf('deleteSavedReport', {
    200: async (scene) => scene.api('DELETE', `${SAVED}/${(await newSavedReport(scene)).id}`),
    '403 saved_report_of_another': (scene) => byAnother(scene, 'DELETE'),
    '404 saved_report_not_found': ({ api }) => api('DELETE', MISSING),
  }),
  ...scenariosOf('createReportLink', {
    201: ({ session }) => session('POST', LINKS, BODY_EXAMPLES.createReportLink),
    '403 session_required': ({ api }) => api('POST', LINKS, BODY_EXAMPLES.createReportLink),
    '409 too_many_report_links': async (scene) => {
      for (let created = 0; created < MAX_REPORT_LINKS; created += 1) await newReportLink(scene);
      return scene.session('POST', LINKS, BODY_EXAMPLES.createReportLink);
    },
  }),
  ...scenariosOf('listReportLinks', {
    200: async (scene) => {
      await newReportLink(scene);
      return scene.api('GET', LINKS);
    },
  }),
  ...scenariosOf('revokeReportLink', {
    200: async (scene) => scene.api('DELETE', `${LINKS}/${(await newReportLink(scene)).link.id}`),
    '404 report_link_not_found': ({ api }) => api('DELETE', `${LINKS}/${UNKNOWN_ID}`),
  }),
];
