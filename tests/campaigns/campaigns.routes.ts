import { CreateCampaign, TestSend, UpdateCampaign } from '../../src/features/campaigns/contract'
import type { Ids } from '../api/furnish'
import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'
import { type CompanyWorld, LOJA } from '../support/company-world'
import { addList } from './support'

declare module '../api/furnish' {
  interface Ids {
    readonly campaign: number
    /** A running campaign. */
    readonly runningCampaign: number
    readonly stoppedCampaign: number
    readonly campaignTest: number
  }
}

const managers = ['admin', 'supervisor'] as const
const opens = { opens: 'session', for: managers } as const
const at = (id: number, rest = '') => ({ path: `/api/campaigns/${id}${rest}` })

export const routeExamples: RouteExamples = {
  'GET /api/campaigns/': {
    finds: ['POST /api/campaigns/', 'name'],
    ...opens,
    example: () => ({ path: '/api/campaigns/?searchParam=a&status=SCHEDULED&pageNumber=1' }),
  },
  'GET /api/campaigns/metrics': {
    finds: ['POST /api/campaigns/', 'name'],
    ...opens,
    example: () => ({
      path: '/api/campaigns/metrics?page=1&pageSize=10&searchParam=a&status=FINISHED&startDate=2026-03-01T00:00:00.000Z&endDate=2026-03-31',
    }),
  },
  'GET /api/campaigns/:id': { ...opens, example: ({ campaign }) => at(campaign) },
  'POST /api/campaigns/': {
    ...opens,
    reads: CreateCampaign,
    example: ({ connection, queue }) => ({
      path: '/api/campaigns/',
      body: { name: 'Semana do sofá', message1: 'Bom dia, {{firstName}}!', whatsappId: connection, queueId: queue },
    }),
  },
  'PUT /api/campaigns/:id': {
    ...opens,
    reads: UpdateCampaign,
    example: ({ campaign }) => ({ ...at(campaign), body: { message2: 'Boa tarde, {{firstName}}!' } }),
  },
  'DELETE /api/campaigns/:id': { ...opens, example: ({ campaign }) => at(campaign) },
  'GET /api/campaigns/:id/media-upload': {
    ...opens,
    raw: true,
    example: ({ campaign }) => at(campaign, '/media-upload'),
  },
  'POST /api/campaigns/:id/media-upload': {
    ...opens,
    reads: null,
    example: ({ campaign }) => ({
      ...at(campaign, '/media-upload'),
      form() {
        const form = new FormData()
        form.set('file', new File(['tabela'], 'tabela.txt'))
        return form
      },
    }),
  },
  'DELETE /api/campaigns/:id/media-upload': { ...opens, example: ({ campaign }) => at(campaign, '/media-upload') },
  'POST /api/campaigns/:id/start': { ...opens, example: ({ campaign }) => at(campaign, '/start') },
  'POST /api/campaigns/:id/cancel': { ...opens, example: ({ runningCampaign }) => at(runningCampaign, '/cancel') },
  'POST /api/campaigns/:id/restart': { ...opens, example: ({ stoppedCampaign }) => at(stoppedCampaign, '/restart') },
  'POST /api/campaigns/:id/copy': { ...opens, example: ({ campaign }) => at(campaign, '/copy') },
  'GET /api/campaigns/:id/report': { ...opens, example: ({ runningCampaign }) => at(runningCampaign, '/report') },
  'GET /api/campaigns/:id/deliveries': {
    ...opens,
    example: ({ runningCampaign }) => at(runningCampaign, '/deliveries?filter=all&searchParam=maria&after=1-1'),
  },
  'GET /api/campaigns/:id/deliveries/export': {
    ...opens,
    raw: true,
    example: ({ runningCampaign }) => at(runningCampaign, '/deliveries/export?filter=all'),
  },
  'GET /api/campaigns/:id/dry-run': { ...opens, example: ({ campaign }) => at(campaign, '/dry-run') },
  'GET /api/campaigns/:id/preview': { ...opens, example: ({ campaign }) => at(campaign, '/preview?position=1') },
  'GET /api/campaigns/:id/test/:messageId': {
    ...opens,
    example: ({ campaign, campaignTest }) => at(campaign, `/test/${campaignTest}`),
  },
  'POST /api/campaigns/:id/test': {
    ...opens,
    reads: TestSend,
    example: ({ campaign }) => ({ ...at(campaign, '/test'), body: { number: '5521996120001', text: 1 } }),
  },
}

/** A draft with a file, a running campaign and a stopped one. */
export async function furnish(company: CompanyWorld, _: Ids, { mark }: { mark: string }) {
  const admin = company.admin()
  const contactListId = addList(company, [{ name: `${mark} Maria`, number: '5521996124087' }])
  const made = async (name: string) => {
    const body = { name: `${mark} ${name}`.slice(0, 50), message1: `${mark} oferta`, contactListId, whatsappId: LOJA }
    return ((await (await admin.json('/api/campaigns', 'POST', body)).json()) as { id: number }).id // the answer of its route
  }
  const act = (id: number, what: string) => admin.json(`/api/campaigns/${id}/${what}`, 'POST', {})
  const [campaign, runningCampaign, stoppedCampaign] = [await made('oferta'), await made('anda'), await made('parada')]
  const form = new FormData()
  form.set('file', new File([`${mark} tabela`], `${mark}-tabela.txt`))
  await admin.request(`/api/campaigns/${campaign}/media-upload`, { method: 'POST', body: form })
  await act(runningCampaign, 'start')
  await act(stoppedCampaign, 'start')
  await act(stoppedCampaign, 'cancel')
  const [sent] = company.rows<{ id: number }>(
    `INSERT INTO messages (contact_id, connection_id, from_me, kind, body, ack, created_at)
     VALUES (?, ?, 1, 'chat', ?, 2, 0) RETURNING id`,
    ...[company.contact().id, LOJA, `${mark} teste`],
  )
  return { campaign, runningCampaign, stoppedCampaign, campaignTest: sent?.id ?? 0 }
}

export const shownAt: ShownAt = {
  'campaign.create': (p) => `/api/campaigns/${valueAt(p, 'record', 'id')}`,
  'campaign.update': (p) => `/api/campaigns/${valueAt(p, 'record', 'id')}`,
  'campaign.delete': () => '/api/campaigns',
}

export const plans = ['campaigns.starts_at']
