/** A company with contact lists, where tests run the campaign jobs by hand. */

import type { Campaign, CampaignCounters, CreateCampaign, Delivery } from '../../src/features/campaigns/contract'
import type { CampaignSettings } from '../../src/outbound/contract'
import { type CompanyWorld, LOJA } from '../support/company-world'
import { doJob } from '../support/jobs'
import { until } from '../support/until'
import { type WorldOptions, world } from '../support/world'

export type Listed = {
  readonly name?: string
  readonly number: string
  /** Null: not looked up. */
  readonly valid?: boolean | null
  readonly blacklisted?: boolean
}

let lists = 0

/** Inserts the list into the tables. */
export function addList(company: Pick<CompanyWorld, 'rows'>, people: readonly Listed[]): number {
  const name = `Lista ${++lists}`
  const [list] = company.rows<{ id: number }>(
    'INSERT INTO contact_lists (name, name_folded, created_at, updated_at) VALUES (?, ?, 0, 0) RETURNING id',
    name,
    name.toLowerCase(),
  )
  const id = list?.id ?? 0
  for (const { name = 'Pessoa', number, valid = true, blacklisted = false } of people)
    company.rows(
      `INSERT INTO contact_list_items (list_id, name, name_folded, number, is_whatsapp_valid, in_blacklist, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, 0, 0) RETURNING id`,
      id,
      name,
      name.toLowerCase(),
      number,
      valid === null ? null : Number(valid),
      Number(blacklisted),
    )
  return id
}

export const numberOf = (n: number): string => `55219${96120000 + n}`
export const people = (count: number): Listed[] =>
  Array.from({ length: count }, (_, n) => ({ name: `Pessoa ${n + 1}`, number: numberOf(n + 1) }))

type Refusal = { readonly error?: string; readonly details?: { readonly field: string; readonly message: string }[] }

/** No wait between messages, unless a test sets one. */
const free: Partial<CampaignSettings> = { messageInterval: 0, longerIntervalAfter: 0, dailyCap: 0, coldCap: 10_000 }

export async function campaignCompany(settings: Partial<CampaignSettings> = {}, options: WorldOptions = {}) {
  const w = world(options)
  const admin = w.admin()
  await admin.json('/api/campaign-settings', 'POST', { settings: { ...free, ...settings } })
  const asked = async <T>(path: string, method = 'GET', body?: object) => {
    const answer = method === 'GET' ? await admin.request(path) : await admin.json(path, method, body ?? {})
    return (await answer.json()) as T & Refusal // the answer of its route, or a refusal
  }
  const make = (wanted: Partial<CreateCampaign> = {}) =>
    asked<Campaign>('/api/campaigns', 'POST', {
      name: 'Oferta',
      message1: 'Olá, {{firstName}}!',
      whatsappId: LOJA,
      ...wanted,
    })
  const act = (id: number, what: 'start' | 'cancel' | 'restart' | 'copy') =>
    asked<Campaign>(`/api/campaigns/${id}/${what}`, 'POST')
  const one = (id: number) => asked<Campaign>(`/api/campaigns/${id}`)
  const counters = async (id: number): Promise<Partial<CampaignCounters>> =>
    Object.fromEntries(Object.entries((await one(id)).figures).filter(([, count]) => count !== 0))
  const rowsOf = async (id: number, query = '') =>
    (await asked<{ deliveries: Delivery[] }>(`/api/campaigns/${id}/deliveries${query}`)).deliveries
  /** One run of the jobs. */
  const run = () => {
    doJob(w, 'campaigns.run')
    while (doJob(w, 'campaigns.fill') === true);
    doJob(w, 'campaigns.run')
    doJob(w, 'campaigns.report')
  }
  const later = (ms: number) => {
    w.clock.forward(ms)
    run()
  }
  const quiet = () =>
    until(
      () =>
        w.rows('SELECT 1 FROM outbox').length === 0 &&
        w.rows("SELECT 1 FROM campaign_deliveries WHERE state = 'sending'").length === 0,
    )
  /** Recipient and text of each message sent. */
  const sentMessages = () => w.telephones.sent.map(({ to, body }) => ({ to: to.value, body }))
  return { w, admin, asked, make, act, one, counters, rowsOf, run, later, quiet, sentMessages }
}
export type CampaignCompany = Awaited<ReturnType<typeof campaignCompany>>
