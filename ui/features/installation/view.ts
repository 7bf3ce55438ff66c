import * as v from 'valibot'
import { viewSchema } from '../../shared/table/view'

/** The tabs in their order; each is a part in `tabs.ts` and a text. */
export const installationTabs = ['address', 'update'] as const
export type InstallationTab = (typeof installationTabs)[number]

export const InstallationView = viewSchema(['name'], { tab: v.picklist(installationTabs) })
export type InstallationView = v.InferOutput<typeof InstallationView>
