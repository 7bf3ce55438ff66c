/** Requests of the campaign settings, which campaigns read too. */
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CampaignSettings, type CreateOptOut, type OptOut, settingsListed } from '../../../src/outbound/contract'
import type { CampaignSettingRoutes, OptOutRoutes } from '../../../src/outbound/routes'
import { client, unwrap } from '../../shared/client'
import { liveCrud } from '../../shared/live/liveCrud'
import { type OptOutFilter, optOutsSpec } from './spec'

const { 'campaign-settings': routes } = client<CampaignSettingRoutes>()
const { 'opt-outs': optOutRoutes } = client<OptOutRoutes>()

const SETTINGS = ['campaign-settings'] as const
export const campaignSettingsQuery = queryOptions({
  queryKey: SETTINGS,
  queryFn: async ({ signal }) => settingsListed(await unwrap(routes.get({ fetch: { signal } }))),
  staleTime: 0,
})

export async function saveSettings(
  client: QueryClient,
  settings: Partial<CampaignSettings>,
): Promise<CampaignSettings> {
  const saved = settingsListed(await unwrap(routes.post({ settings })))
  client.setQueryData(campaignSettingsQuery.queryKey, saved)
  return saved
}

export const SEND_LIMITS = ['campaign-send-limits'] as const
export const sendLimitsQuery = queryOptions({
  queryKey: SEND_LIMITS,
  queryFn: ({ signal }) => unwrap(routes.standings.get({ fetch: { signal } })),
  staleTime: 0,
})
/** Resumes a connection that stopped by itself. */
export const release = (id: number) => unwrap(routes.release({ id }).post())

export const optOuts = liveCrud<OptOut, CreateOptOut, never, OptOutFilter>({
  ...optOutsSpec,
  routes: {
    async list({ view: { search }, after, signal }) {
      const query = { ...(search && { searchParam: search }), ...(after !== undefined && { after }) }
      const page = await unwrap(optOutRoutes.get({ query, fetch: { signal } }))
      return { items: page.optOuts, hasMore: page.hasMore, next: page.next ?? undefined }
    },
    create: (body) => unwrap(optOutRoutes.post(body)),
    remove: (id) => unwrap(optOutRoutes({ id }).delete()),
  },
})
