import { Elysia, t } from 'elysia'
import type { Actor } from '../../actor'
import { capabilitiesOf } from '../../channels/capabilities'
import { findVisibleConnection } from '../../channels/connections/queries'
import { Template } from '../../channels/templates/contract'
import { templateErrors } from '../../channels/templates/errors'
import { refreshedAt } from '../../channels/templates/mirror'
import { findStoredTemplate, listTemplates } from '../../channels/templates/queries'
import { CreateTemplate } from '../../channels/templates/writing/contract'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { instantOrNull } from '../../platform/formats'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { ById, Flag, isOn } from '../../platform/params'
import { createTemplate, deleteTemplate } from './actions'
import { manageTemplates, TemplatePage } from './contract'

type Deps = Pick<RouteServices, 'auth' | 'templates'>

/** Each asks Meta. */
const ASKED_A_MINUTE = 30

export const templateRoutes = (http: AppHttp, { auth, templates }: Deps) =>
  new Elysia({ prefix: '/whatsapp' })
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
    .post(
      '/:id/templates',
      ({ cx, actor, params, body }) =>
        createTemplate(cx, () => auth.stillHere(actor), { templates, ref: refOf(cx, actor, params.id), wanted: body }),
      {
        detail: { summary: 'Create a template at Meta' },
        allowed: manageTemplates,
        plan: 'useWhatsapp',
        rateLimit: ASKED_A_MINUTE,
        params: ById,
        body: input(CreateTemplate),
        response: { 200: Template, ...failures },
      },
    )
    .delete(
      '/:id/templates/:templateId',
      async ({ cx, actor, params }) => {
        const ref = refOf(cx, actor, params.id)
        const template = findStoredTemplate(cx.db, ref.connectionId, params.templateId)
        await deleteTemplate(cx, () => auth.stillHere(actor), { templates, ref, template })
        return done
      },
      {
        detail: { summary: 'Delete a template at Meta' },
        allowed: manageTemplates,
        rateLimit: ASKED_A_MINUTE,
        params: t.Object({ ...ById.properties, templateId: ById.properties.id }),
        response: { 200: Done, ...failures },
      },
    )
export type TemplateRoutes = ReturnType<typeof templateRoutes>

function refOf(cx: Cx, actor: Actor, id: number) {
  const connection = findVisibleConnection(cx.db, actor, id)
  if (!capabilitiesOf(connection.channel).templates) fail(templateErrors.ERR_TEMPLATE_CHANNEL)
  return { tenantUuid: cx.tenant.uuid, connectionId: connection.id }
}
