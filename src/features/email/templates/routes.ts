import { Elysia, t } from 'elysia'
import { fail } from '../../../errors'
import { serveFile } from '../../../platform/files'
import { type AppHttp, Done, done, failures } from '../../../platform/http'
import { input } from '../../../platform/input'
import type { RouteServices } from '../../../platform/module'
import { ById, Flag, isOn, PageNumber, readPage, SearchText } from '../../../platform/params'
import { CREATED_A_MINUTE } from '../../../users/shares'
import { findTemplateFile } from '../files'
import { changeTemplate, createTemplate, deleteTemplate, startWith } from './actions'
import {
  CreateTemplate,
  manageTemplates,
  OfferedTemplates,
  StartedEmail,
  TemplateDetails,
  TemplatePage,
  UpdateTemplate,
} from './contract'
import { listOfferedTemplates, listTemplates, readTemplateDetails } from './queries'

type Deps = Pick<RouteServices, 'folderOf'>

const FileOfTemplate = t.Object({ id: ById.properties.id, fileId: ById.properties.id })

export const emailTemplateRoutes = (http: AppHttp, { folderOf }: Deps) =>
  new Elysia({ prefix: '/email-templates' })
    .use(http)
    .get(
      '/',
      ({ cx, query: { searchParam: search = '', active, desc, pageNumber } }) => {
        const filter = { search, active: active ? isOn(active) : null, isDescending: isOn(desc) }
        const { rows, ...page } = listTemplates(cx.db, filter, readPage(pageNumber))
        return { templates: rows, ...page }
      },
      {
        signedIn: true,
        query: t.Object({ searchParam: SearchText, pageNumber: PageNumber, active: Flag, desc: Flag }),
        response: { 200: TemplatePage, ...failures },
      },
    )
    .get('/list', ({ cx, query: { searchParam = '' } }) => listOfferedTemplates(cx.db, searchParam), {
      detail: { summary: 'List the e-mail templates that are offered' },
      signedIn: true,
      query: t.Object({ searchParam: SearchText }),
      response: { 200: OfferedTemplates, ...failures },
    })
    .get('/:id', ({ cx, params }) => readTemplateDetails(cx.db, params.id), {
      signedIn: true,
      params: ById,
      response: { 200: TemplateDetails, ...failures },
    })
    .get(
      '/:id/files/:fileId',
      async ({ cx, params, request }) => {
        const { file, name, mimetype } = findTemplateFile(cx.db, params.id, params.fileId) ?? fail('ERR_NO_MEDIA_FOUND')
        const folder = folderOf(cx.tenant.uuid)
        return (await serveFile(request, { folder, file, mimetype, name })) ?? fail('ERR_NO_MEDIA_FOUND')
      },
      { detail: { summary: 'Download a file of an e-mail template' }, reader: true, params: FileOfTemplate },
    )
    .post('/', ({ cx, actor, body }) => createTemplate(cx, actor, body), {
      allowed: manageTemplates,
      rateLimit: CREATED_A_MINUTE,
      body: input(CreateTemplate),
      response: { 200: TemplateDetails, ...failures },
    })
    .post('/:id/start', ({ cx, actor, params }) => startWith(cx, actor, params.id), {
      detail: { summary: 'Begin an e-mail with a template' },
      signedIn: true,
      rateLimit: CREATED_A_MINUTE,
      params: ById,
      response: { 200: StartedEmail, ...failures },
    })
    .put('/:id', ({ cx, actor, params, body }) => changeTemplate(cx, actor, params.id, body), {
      allowed: manageTemplates,
      params: ById,
      body: input(UpdateTemplate),
      response: { 200: TemplateDetails, ...failures },
    })
    .delete(
      '/:id',
      ({ cx, actor, params }) => {
        deleteTemplate(cx, actor, params.id)
        return done
      },
      { allowed: manageTemplates, params: ById, response: { 200: Done, ...failures } },
    )
export type EmailTemplateRoutes = ReturnType<typeof emailTemplateRoutes>
