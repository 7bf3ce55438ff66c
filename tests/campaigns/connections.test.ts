/** `restrictedChannels`: a supervisor neither reads nor changes what goes over a connection they may not use. */
import { expect, test } from 'bun:test'
import { campaignDeleted, campaignUpdated } from '../../src/features/campaigns/contract'
import { optOut } from '../../src/outbound/suppression/opt-outs'
import { writeSetting } from '../../src/settings/settings'
import { LOJA } from '../support/company-world'
import { addList, campaignCompany, numberOf, people } from './support'

async function twoConnections() {
  const there = await campaignCompany()
  const { w, make, act, run, quiet } = there
  const other = w.connection({ name: 'Filial' })
  writeSetting(w.db, 'restrictedChannels', 'enabled')
  const limited = w.attendant([], { profile: 'supervisor', connections: [LOJA] })
  const contactListId = addList(w, people(2))
  const own = await make({ name: 'Da loja', contactListId })
  const theirs = await make({ name: 'Da filial', contactListId, whatsappId: other.id })
  await act(theirs.id, 'start')
  run()
  await quiet()
  return { ...there, other, limited, own, theirs, contactListId }
}

test('no route finds a campaign over another connection', async () => {
  const { limited, own, theirs } = await twoConnections()
  const at = (id: number, rest = '') => `/api/campaigns/${id}${rest}`
  const asks: [method: string, rest: string, body?: object][] = [
    ['GET', ''],
    ['PUT', '', { name: 'Minha' }],
    ['DELETE', ''],
    ['GET', '/media-upload'],
    ['DELETE', '/media-upload'],
    ['POST', '/start', {}],
    ['POST', '/cancel', {}],
    ['POST', '/restart', {}],
    ['POST', '/copy', {}],
    ['GET', '/report'],
    ['GET', '/deliveries'],
    ['GET', '/deliveries/export'],
    ['GET', '/dry-run'],
    ['GET', '/preview'],
    ['GET', '/test/1'],
    ['POST', '/test', { number: numberOf(1) }],
  ]
  for (const [method, rest, body] of asks) {
    const answer = await (method === 'GET'
      ? limited.request(at(theirs.id, rest))
      : limited.json(at(theirs.id, rest), method, body ?? {}))
    expect([method, rest, answer.status]).toEqual([method, rest, 404])
  }
  expect((await limited.request(at(own.id))).status).toBe(200)
})

test('lists and dashboard count only visible campaigns', async () => {
  const { limited, own } = await twoConnections()
  const page = await (await limited.request('/api/campaigns')).json()
  expect([page.count, page.records.map(({ id }: { id: number }) => id)]).toEqual([1, [own.id]])
  const { metrics, campaigns, days } = await (await limited.request('/api/campaigns/metrics')).json()
  expect([metrics.totalCampaigns, campaigns.length, days]).toEqual([1, 1, []])
})

test('no event reports a campaign of another connection; one that moves there is reported as deleted', async () => {
  const { limited, act, asked, other, own, theirs } = await twoConnections()
  await act(theirs.id, 'copy')
  expect(limited.heard(campaignUpdated).filter(({ record }) => record.id === theirs.id)).toEqual([])
  await asked(`/api/campaigns/${own.id}`, 'PUT', { whatsappId: other.id })
  expect(limited.heard(campaignDeleted)).toEqual([{ id: own.id }])
})

test('opt-outs over another connection are neither listed nor removed', async () => {
  const { w, limited, other } = await twoConnections()
  const make = (number: string, connectionId: number | null) =>
    optOut(w.cx, { number }, { word: 'SAIR', actor: null, connectionId }).id
  const hidden = make(numberOf(80), other.id)
  const shown = [make(numberOf(82), null), make(numberOf(81), LOJA)]
  const { optOuts, count } = await (await limited.request('/api/opt-outs')).json()
  expect([count, optOuts.map(({ id }: { id: number }) => id).toSorted()]).toEqual([2, shown])
  expect((await limited.json(`/api/opt-outs/${hidden}`, 'DELETE', {})).status).toBe(404)
})

test('schedules of others over another connection are not visible', async () => {
  const { w, admin, limited, other } = await twoConnections()
  const sendAt = new Date(w.clock.now() + 3_600_000).toISOString()
  const contactId = w.contact().id
  const make = async (whatsappId: number) =>
    (await (await admin.json('/api/schedules', 'POST', { contactId, whatsappId, body: 'segredo', sendAt })).json())
      .schedules[0].id as number
  const [hidden, shown] = [await make(other.id), await make(LOJA)]
  const { schedules } = await (await limited.request('/api/schedules')).json()
  expect(schedules.map(({ id }: { id: number }) => id)).toEqual([shown])
  expect((await limited.request(`/api/schedules/${hidden}`)).status).toBe(404)
  expect((await limited.json(`/api/schedules/${hidden}`, 'DELETE', {})).status).toBe(404)
})

test('rating answers over another connection are neither listed nor counted', async () => {
  const { w, limited, other } = await twoConnections()
  for (const connectionId of [other.id, LOJA]) {
    const ticket = w.ticket({ connectionId, status: 'closed' })
    w.rows(
      `INSERT INTO ticket_ratings (ticket_id, name, type, options, thanks, comment_message, asked_at, expires_at, value, label,
         satisfied, top, answered_at, comment)
       VALUES (?, '', 'csat', '[]', '', '', ?, 0, 3, 'Bom', 1, 3, ?, ?) RETURNING id`,
      ...[ticket.id, w.clock.now(), w.clock.now(), connectionId === LOJA ? 'da loja' : 'da filial'],
    )
  }
  const { answers } = await (await limited.request('/api/ratings/answers')).json()
  expect(answers.map(({ comment }: { comment: string }) => comment)).toEqual(['da loja'])
  const { total } = await (await limited.request('/api/ratings/results')).json()
  expect(total.answered).toBe(1)
})
