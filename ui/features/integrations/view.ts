/** What the page's address holds: the tab, the chosen integration, and what the tab of webhooks needs. */
import * as v from 'valibot'
import { viewSchema } from '../../shared/table/view'
import { webhookFilters } from '../webhooks/view'

export const tabs = ['bots', 'webhooks'] as const

export const IntegrationsView = viewSchema(['name', 'id', 'last'], {
  tab: v.picklist(tabs),
  pane: v.pipe(v.number(), v.integer(), v.minValue(1)),
  ...webhookFilters,
})
export type IntegrationsView = v.InferOutput<typeof IntegrationsView>
