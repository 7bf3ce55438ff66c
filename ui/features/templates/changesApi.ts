/** Requests of the bell, separate from the page's: they run on every page. */
import { queryOptions } from '@tanstack/react-query'
import type { CategoryChange } from '../../../src/channels/templates/contract'
import type { CategoryChangeRoutes, TemplateRoutes } from '../../../src/features/templates/routes'
import { client, unwrap } from '../../shared/client'

const { 'template-changes': changes } = client<CategoryChangeRoutes>()
const { whatsapp } = client<TemplateRoutes>()

export const changesQuery = queryOptions({
  queryKey: ['template-changes'],
  queryFn: async ({ signal }) => (await unwrap(changes.get({ fetch: { signal } }))).changes,
})

export const noteRead = ({ whatsappId, id }: Pick<CategoryChange, 'whatsappId' | 'id'>) =>
  unwrap(whatsapp({ id: whatsappId }).templates({ templateId: id }).read.post())
