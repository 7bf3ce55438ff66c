/** Figures by channel, and filters by it. */
import { expect, test } from 'bun:test'
import { LOJA } from '../support/company-world'
import { world } from '../support/world'

test('tickets are counted by channel, and lists and figures can be limited to one', async () => {
  const w = world()
  const admin = w.admin()
  const { id: instagram } = w.connection({ channel: 'instagram', open: false })
  const { id: second } = w.connection({ channel: 'instagram', open: false })
  for (const [value, connectionId] of [
    ['17841400000000001', instagram],
    ['17841400000000002', second],
  ] as const)
    w.whatsapp.person(value, { connectionId, kind: 'igsid', name: 'Lavínia' }).says('oi')
  w.whatsapp.person('5521996124087').says('oi')
  const read = async (path: string) => (await (await admin.request(path)).json()) as Record<string, unknown>
  const days = 'dateFrom=2026-03-01&dateTo=2026-03-31'
  const { rows } = (await read(`/api/ticketreport/summary?by=channels&${days}`)) as {
    rows: { name: string; opened: number }[]
  }
  expect(rows.map(({ name, opened }) => [name, opened])).toEqual([
    ['instagram', 2],
    ['whatsapp', 1],
  ])
  expect(await read(`/api/ticketreport/reports?${days}&channel=instagram`)).toMatchObject({
    totalTickets: { total: 2 },
  })
  expect(await read(`/api/ticketreport/reports?${days}&channel=instagram&whatsappId=[${LOJA}]`)).toMatchObject({
    totalTickets: { total: 0 },
  })
  const { tickets } = (await read('/api/tickets?channel=instagram&showAll=true')) as { tickets: { channel: string }[] }
  expect(tickets.map(({ channel }) => channel)).toEqual(['instagram', 'instagram'])
})
