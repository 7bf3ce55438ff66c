import { ChangeCampaignSettings, CreateOptOut } from '../../src/outbound/contract'
import type { Ids } from '../api/furnish'
import type { RouteExamples, ShownAt } from '../api/module-files'
import type { CompanyWorld } from '../support/company-world'

declare module '../api/furnish' {
  interface Ids {
    readonly optOut: number
  }
}

const managers = ['admin', 'supervisor'] as const

export const routeExamples: RouteExamples = {
  'GET /api/campaign-settings/': {
    opens: 'session',
    for: managers,
    example: () => ({ path: '/api/campaign-settings/' }),
  },
  'POST /api/campaign-settings/': {
    opens: 'session',
    for: managers,
    reads: ChangeCampaignSettings,
    example: () => ({
      path: '/api/campaign-settings/',
      body: { settings: { messageInterval: 30, variables: [{ key: 'cupom', value: 'AURORA30' }] } },
    }),
  },
  'GET /api/campaign-settings/standings': {
    opens: 'session',
    for: managers,
    example: () => ({ path: '/api/campaign-settings/standings' }),
  },
  'POST /api/campaign-settings/release/:id': {
    opens: 'session',
    for: managers,
    example: ({ connection }) => ({ path: `/api/campaign-settings/release/${connection}` }),
  },
  'GET /api/opt-outs/': {
    opens: 'session',
    for: managers,
    example: () => ({ path: '/api/opt-outs/?searchParam=a&after=1-1' }),
  },
  'POST /api/opt-outs/': {
    opens: 'session',
    for: managers,
    reads: CreateOptOut,
    example: () => ({ path: '/api/opt-outs/', body: { number: '5521977776666' } }),
  },
  'DELETE /api/opt-outs/:id': {
    opens: 'session',
    for: managers,
    example: ({ optOut }) => ({ path: `/api/opt-outs/${optOut}` }),
  },
}

/** An opt-out, and a campaign variable of the company. */
export async function furnish(company: CompanyWorld, _: Ids, { mark }: { mark: string }) {
  const admin = company.admin()
  const variables = [{ key: 'cupom', value: `${mark}-30` }]
  await admin.json('/api/campaign-settings', 'POST', { settings: { variables } })
  const answer = await admin.json('/api/opt-outs', 'POST', { number: '5521966665555' })
  return { optOut: ((await answer.json()) as { id: number }).id } // the answer of its route
}

export const shownAt: ShownAt = {
  'campaignSettings.update': () => '/api/campaign-settings',
  'reach.update': () => '/api/campaign-settings/standings',
  'optOut.create': () => '/api/opt-outs',
  'optOut.delete': () => '/api/opt-outs',
}
