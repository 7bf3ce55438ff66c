import * as v from 'valibot'
import type { CompanyFilter } from '../../../src/features/machines/contract'
import { viewSchema } from '../../shared/table/view'

/** The tabs in their order; each is a part in `tabs.ts` and a text. */
export const installationTabs = ['address', 'update', 'machines'] as const
export type InstallationTab = (typeof installationTabs)[number]

/** As the contract has them, which everybody would load here. */
const companyFilters = [
  'moving',
  'planned',
  'failed',
  'ownerless',
  'uncopied',
] as const satisfies readonly CompanyFilter[]

/** `machine` and `companies` open the pane beside the machines: that of one, or the companies of all. */
export const InstallationView = viewSchema(['name'], {
  tab: v.picklist(installationTabs),
  machine: v.pipe(v.string(), v.maxLength(63)),
  companies: v.picklist(['all', ...companyFilters]),
  page: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5000)),
})
export type InstallationView = v.InferOutput<typeof InstallationView>
