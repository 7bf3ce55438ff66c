import { Elysia, t } from 'elysia'
import type { Actor } from '../../actor'
import { capabilitiesOf } from '../../channels/capabilities'
import { findVisibleConnection } from '../../channels/connections/queries'
import { Template } from '../../channels/templates/contract'
import { templateErrors } from '../../channels/templates/errors'
import { refreshedAt } from '../../channels/templates/mirror'
import { listCategoryChanges, listTemplates } from '../../channels/templates/queries'
import { CreateTemplate, ExampleFile, exampleTypes } from '../../channels/templates/writing/contract'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { instantOrNull } from '../../platform/formats'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { ById, Flag, isOn } from '../../platform/params'
import { receiveSingleFile } from '../../platform/uploads'
import { mayUseConnection } from '../../users/permissions'
import { type At, changeTemplate, createTemplate, deleteTemplate, readCategory, uploadExampleFile } from './actions'
import { CategoryChanges, manageTemplates, TemplatePage } from './contract'

type Deps = Pick<RouteServices, 'auth' | 'templates' | 'uploadTargetOf'>

/** Each asks Meta. */
const ASKED_A_MINUTE = 30
/** What Meta takes in a document, the largest kind. */
const EXAMPLE_BYTES = 100 * 1024 * 1024

const OfConnection = t.Object({ ...ById.properties, templateId: ById.properties.id })

export const templateRoutes = (http: AppHttp, { auth, templates, uploadTargetOf }: Deps) => {
  const at = (cx: Cx, actor: Actor, id: number): At => ({
    cx,
    templates,
    ref: refOf(cx, actor, id),
    still: () => auth.stillHere(actor),
  })
  return new Elysia({ prefix: '/whatsapp' })
    .use(http)
    .get(
      '/:id/templates',
      async ({ cx, actor, params, query }) => {
        const { connectionId } = refOf(cx, actor, params.id)
        await templates.refresh(cx, connectionId, isOn(query.refresh))
        return {
          templates: listTemplates(cx.db, connectionId),
          refreshedAt: instantOrNull(refreshedAt(cx.db, connectionId)),
        }
      },
      {
        detail: { summary: 'List the templates of a connection' },
        signedIn: true,
        rateLimit: ASKED_A_MINUTE,
        params: ById,
        /** Reads them from Meta even if that was done a moment ago. */
        query: t.Object({ refresh: Flag }),
        response: { 200: TemplatePage, ...failures },
      },
    )
    .post('/:id/templates', ({ cx, actor, params, body }) => createTemplate(at(cx, actor, params.id), body), {
      detail: { summary: 'Create a template at Meta' },
      allowed: manageTemplates,
      plan: 'useWhatsapp',
      rateLimit: ASKED_A_MINUTE,
      params: ById,
      body: input(CreateTemplate),
      response: { 200: Template, ...failures },
    })
    .post(
      '/:id/templates/files',
      async ({ cx, actor, params, request }) => {
        const place = uploadTargetOf(actor)
        const there = at(cx, actor, params.id) // before a byte of the file is read
        const file = await receiveSingleFile(request, {
          ...place,
          limit: EXAMPLE_BYTES,
          types: Object.keys(exampleTypes),
        })
        return uploadExampleFile(there, place.folder, file)
      },
      {
        detail: { summary: 'Upload an example file for the header of a template' },
        allowed: manageTemplates,
        plan: 'useWhatsapp',
        rateLimit: ASKED_A_MINUTE,
        upload: true,
        params: ById,
        response: { 200: ExampleFile, ...failures },
      },
    )
    .put(
      '/:id/templates/:templateId',
      ({ cx, actor, params, body }) => changeTemplate(at(cx, actor, params.id), params.templateId, body),
      {
        detail: { summary: 'Change the text of a template at Meta' },
        allowed: manageTemplates,
        plan: 'useWhatsapp',
        rateLimit: ASKED_A_MINUTE,
        params: OfConnection,
        body: input(CreateTemplate),
        response: { 200: Template, ...failures },
      },
    )
    .delete(
      '/:id/templates/:templateId',
      async ({ cx, actor, params }) => {
        await deleteTemplate(at(cx, actor, params.id), params.templateId)
        return done
      },
      {
        detail: { summary: 'Delete a template at Meta' },
        allowed: manageTemplates,
        rateLimit: ASKED_A_MINUTE,
        params: OfConnection,
        response: { 200: Done, ...failures },
      },
    )
    .post(
      '/:id/templates/:templateId/read',
      ({ cx, actor, params }) => {
        readCategory(at(cx, actor, params.id), params.templateId)
        return done
      },
      {
        detail: { summary: 'Note that a change of category by Meta was read' },
        allowed: manageTemplates,
        params: OfConnection,
        response: { 200: Done, ...failures },
      },
    )
}
export type TemplateRoutes = ReturnType<typeof templateRoutes>

/** The bell of those who manage templates. */
export const categoryChangeRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/template-changes' }).use(http).get(
    '/',
    ({ cx, actor }) => ({
      changes: listCategoryChanges(cx.db).filter(({ whatsappId }) => mayUseConnection(actor, whatsappId)),
    }),
    {
      detail: { summary: 'List the templates whose category Meta has changed' },
      allowed: manageTemplates,
      response: { 200: CategoryChanges, ...failures },
    },
  )
export type CategoryChangeRoutes = ReturnType<typeof categoryChangeRoutes>

function refOf(cx: Cx, actor: Actor, id: number) {
  const connection = findVisibleConnection(cx.db, actor, id)
  if (!capabilitiesOf(connection.channel).templates) fail(templateErrors.ERR_TEMPLATE_CHANNEL)
  return { tenantUuid: cx.tenant.uuid, connectionId: connection.id }
}
