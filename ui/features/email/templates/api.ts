/** Requests about templates. */
import { queryOptions } from '@tanstack/react-query'
import type {
  CreateTemplate,
  Template,
  TemplateDetails,
  UpdateTemplate,
} from '../../../../src/features/email/templates/contract'
import type { EmailTemplateRoutes } from '../../../../src/features/email/templates/routes'
import { client, unwrap } from '../../../shared/client'
import { liveCrud } from '../../../shared/live/liveCrud'
import type { TemplatesView } from '../view'
import { templatesSpec } from './spec'

const { 'email-templates': api } = client<EmailTemplateRoutes>()

export const templates = liveCrud<Template, CreateTemplate, UpdateTemplate, TemplatesView>({
  ...templatesSpec,
  routes: {
    async list({ view: { search, state, desc }, page, signal }) {
      const query = {
        ...(search && { searchParam: search }),
        ...(state && { active: state === 'active' ? ('true' as const) : ('false' as const) }),
        ...(desc && { desc: 'true' as const }),
        pageNumber: String(page),
      }
      const { templates, hasMore } = await unwrap(api.get({ query, fetch: { signal } }))
      return { items: templates, hasMore }
    },
    create: (body) => unwrap(api.post(body)).then(rowOf),
    update: (id, body) => unwrap(api({ id }).put(body)).then(rowOf),
    remove: (id) => unwrap(api({ id }).delete()),
  },
})

const rowOf = ({ html: _, attachments: __, ...row }: TemplateDetails): Template => row

export const templateQuery = (id: number) =>
  queryOptions({
    queryKey: ['email-templates', 'details', id],
    queryFn: ({ signal }) => unwrap(api({ id }).get({ fetch: { signal } })),
    staleTime: 0,
    gcTime: 0,
  })

export const offeredTemplatesQuery = (searchParam: string) =>
  queryOptions({
    queryKey: ['email-templates', 'offered', searchParam],
    queryFn: ({ signal }) => unwrap(api.list.get({ query: { searchParam }, fetch: { signal } })),
    staleTime: 0,
  })

export const startWith = (id: number) => unwrap(api({ id }).start.post())
