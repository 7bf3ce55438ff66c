/** The neutral installation as the tables of each family, with their own names, types and encodings. */
import { createHash } from 'node:crypto'
import type { Family } from '../../../src/moving-in/source'
import { communityColumns } from './columns/community'
import { izingColumns } from './columns/izing'
import { saasColumns } from './columns/saas'
import { saas2025Columns } from './columns/saas2025'
import { ticketzColumns } from './columns/ticketz'
import { putCompany } from './company-tables'
import type { NeutralInstallation } from './neutral'
import { type Columns, type SampleTable, SampleTables } from './table'

const columns: Readonly<Record<Family, Columns>> = {
  ticketz: ticketzColumns,
  community: communityColumns,
  saas: saasColumns,
  saas2025: saas2025Columns,
  izing: izingColumns,
}

const latestSteps: Readonly<Record<Family, string>> = {
  ticketz: '20260602120000-add-index-campaignshipping-confirm-lookup.ts',
  community: '20220223095932-add-whatsapp-to-user.ts',
  saas: '20232016014719-add-transferTime-and-queueIdTransfer.ts',
  saas2025: '20250915101300-add-index.ts',
  izing: '20230712040242-query_create_settings_tenants.ts',
}

/** A file under `public/`; content null for one that was deleted to save disk. */
export type SampleFile = { readonly path: string; readonly content: string }
export type Sample = {
  readonly family: Family
  readonly tables: readonly SampleTable[]
  readonly files: readonly SampleFile[]
}

/** Numbers rows of each table as their databases do. */
export class Numbers {
  readonly #last = new Map<string, number>()
  readonly #known = new Map<string, number>()

  next(table: string): number {
    const number = (this.#last.get(table) ?? 0) + 1
    this.#last.set(table, number)
    return number
  }

  /** The same number for the same key. */
  of(table: string, key: string): number {
    const known = this.#known.get(`${table} ${key}`)
    if (known !== undefined) return known
    const number = this.next(table)
    this.#known.set(`${table} ${key}`, number)
    return number
  }
}

export type Writing = {
  readonly family: Family
  readonly tables: SampleTables
  readonly numbers: Numbers
  readonly files: SampleFile[]
}

export const hexOf = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase()

/** A single company of products that have none is the second, which has everything. */
export function sampleOf(family: Family, installation: NeutralInstallation): Sample {
  const writing: Writing = { family, tables: new SampleTables(columns[family]), numbers: new Numbers(), files: [] }
  const { tables } = writing
  const founded = Date.parse('2024-01-02T03:04:05Z')
  const dates = { createdAt: founded, updatedAt: founded }
  for (const [at, plan] of installation.plans.entries()) {
    tables.put('Plans', {
      id: at + 1,
      name: plan.name,
      users: plan.users,
      connections: plan.connections,
      queues: plan.queues,
      value: plan.cents / 100,
      amount: (plan.cents / 100).toFixed(2),
      isPublic: plan.isPublic,
      useCampaigns: true,
      useExternalApi: true,
      useInternalChat: true,
      useSchedules: true,
      useKanban: true,
      useOpenAi: false,
      useIntegrations: false,
      useWhatsapp: true,
      useFacebook: false,
      useInstagram: false,
      useWhatsappOfficial: false,
      trial: false,
      trialDays: 0,
      ...dates,
    })
  }
  for (const [at, help] of installation.helps.entries()) {
    tables.put('Helps', { id: at + 1, ...help, ...dates })
  }
  const companies = family === 'community' ? installation.companies.slice(1, 2) : installation.companies
  for (const company of companies) {
    const planId = installation.plans.findIndex(({ name }) => name === company.plan) + 1
    putCompany(writing, company, planId)
  }
  tables.put('SequelizeMeta', { name: '20200717133438-create-users.ts' })
  tables.put('SequelizeMeta', { name: latestSteps[family] })
  return { family, tables: tables.list(), files: writing.files }
}
