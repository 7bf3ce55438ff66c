/** Campaigns and the desk: active contacts are skipped, the row keeps the customer's last words, and messages name their sender. */
import { expect, test } from 'bun:test'
import { read as readSheet, utils } from 'xlsx'
import type { Delivery, DryRun } from '../../src/features/campaigns/contract'
import type { TicketSummary } from '../../src/tickets/contract'
import { messageCreated } from '../../src/tickets/messages/contract'
import { SALES, SUPPORT } from '../support/company-world'
import { until } from '../support/until'
import { addList, campaignCompany, numberOf, people } from './support'

const HOUR = 3_600_000
const NIGHT = 14 * HOUR // from 9:00 to 23:00

test('counts and skips contacts with an active ticket, also one opened meanwhile', async () => {
  const { w, make, act, asked, run, quiet, sentMessages, rowsOf } = await campaignCompany()
  w.whatsapp.person(numberOf(1)).says('oi')
  const { id } = await make({ contactListId: addList(w, people(3)) })
  expect(await asked<DryRun>(`/api/campaigns/${id}/dry-run`)).toMatchObject({
    engaged: 1,
    engagedLeftOut: 1,
    receive: 2,
  })
  await act(id, 'start')
  w.rows("UPDATE campaigns SET status = 'INATIVA' RETURNING id") // the jobs wait
  w.rows("UPDATE campaigns SET status = 'EM_ANDAMENTO' RETURNING id")
  w.whatsapp.person(numberOf(2)).says('bom dia')
  run()
  await quiet()
  expect(sentMessages().map(({ to }) => to)).toEqual([numberOf(3)])
  const left = await rowsOf(id, '?filter=skipped')
  expect(left.map(({ number, reason }) => [number, reason]).toSorted()).toEqual([
    [numberOf(1), 'engaged'],
    [numberOf(2), 'engaged'],
  ])
})

test('if a campaign includes them, their row keeps their last words, and the message names the campaign', async () => {
  const { w, admin, make, act, asked, run, quiet } = await campaignCompany()
  w.whatsapp.person(numberOf(1)).says('cadê meu pedido?')
  const { id } = await make({ name: 'Oferta', contactListId: addList(w, people(2)), excludesEngaged: false })
  expect(await asked<DryRun>(`/api/campaigns/${id}/dry-run`)).toMatchObject({
    engaged: 1,
    engagedLeftOut: 0,
    receive: 2,
  })
  await act(id, 'start')
  run()
  await quiet()
  const rows = w.rows<{ status: string; last_message: string }>('SELECT status, last_message FROM tickets ORDER BY id')
  expect(rows).toEqual([
    { status: 'pending', last_message: 'cadê meu pedido?' },
    { status: 'closed', last_message: 'Olá, Pessoa!' },
  ])
  const origin = { by: 'campaign', name: 'Oferta' } as const
  const created = admin.heard(messageCreated).filter(({ message }) => message.fromMe)
  expect(created.map(({ message }) => message.extra?.origin)).toEqual([origin, origin])
  const { tickets } = (await (await admin.request('/api/tickets?status=closed&showAll=true')).json()) as {
    tickets: TicketSummary[]
  }
  expect(tickets.map(({ last }) => last?.origin)).toEqual([origin])
})

test('the row of a ticket shows that the bot wrote', async () => {
  const { w, admin } = await campaignCompany()
  const { id } = w.connection({ name: 'Robô', queueIds: [SALES, 2], bot: true, greetingMessage: 'Escolha uma fila' })
  w.whatsapp.person(numberOf(1), { connectionId: id }).says('oi')
  await until(() => w.rows('SELECT 1 FROM messages WHERE from_me = 1').length === 1)
  const heard = admin.heard(messageCreated).at(-1)
  expect(heard?.message.extra?.origin).toEqual({ by: 'bot', name: '' })
  expect(heard?.ticket?.last?.origin).toEqual({ by: 'bot', name: '' })
})

test('outside the sending hours a dry run says when sending begins, the preview uses that time, and a start shows the wait', async () => {
  const { w, make, act, asked } = await campaignCompany({ sendFrom: '08:00', sendTo: '20:00' })
  w.clock.forward(NIGHT)
  const { id } = await make({ message1: '{{ms}}, {{firstName}}!', contactListId: addList(w, people(1)) })
  const morning = '2026-03-03T11:00:00.000Z'
  expect(await asked<DryRun>(`/api/campaigns/${id}/dry-run`)).toMatchObject({ opensAt: morning, startsAt: morning })
  expect(await asked(`/api/campaigns/${id}/preview?position=1`)).toMatchObject({
    at: morning,
    messages: ['Bom dia, Pessoa!'],
  })
  expect(await act(id, 'start')).toMatchObject({ status: 'EM_ANDAMENTO', wait: { why: 'hours', until: morning } })
})

test('each delivery links to its conversation, and hides link and answer from users who may not open it', async () => {
  const { w, admin, make, act, run, quiet, rowsOf } = await campaignCompany()
  const { id } = await make({ contactListId: addList(w, people(2)), queueId: SUPPORT })
  await act(id, 'start')
  run()
  await quiet()
  w.whatsapp.person(numberOf(1)).says('segredo')
  await admin.api.queue({ id: SUPPORT }).put({ isRestricted: true })
  const supervisor = (queues: number[]) => w.attendant(queues, { profile: 'supervisor' })
  const [kept, member] = [supervisor([]), supervisor([SUPPORT])]
  const shown = (rows: Delivery[]) =>
    rows.map(({ number, answer, state, ticket }) => [number, answer, state, ticket?.id ?? null]).toSorted()
  const ticketOf = (n: number) =>
    w.rows<{ id: number }>(
      'SELECT max(t.id) AS id FROM tickets t JOIN contacts c ON c.id = t.contact_id WHERE number = ?',
      numberOf(n),
    )[0]?.id
  const read = async (who: typeof member, query = '') => {
    const answer = await who.request(`/api/campaigns/${id}/deliveries${query}`)
    return shown(((await answer.json()) as { deliveries: Delivery[] }).deliveries)
  }
  const all = [
    [numberOf(1), 'segredo', 'answered', ticketOf(1)],
    [numberOf(2), null, 'sent', ticketOf(2)],
  ]
  const part = [
    [numberOf(1), null, 'answered', null],
    [numberOf(2), null, 'sent', null],
  ]
  expect(shown(await rowsOf(id))).toEqual(all as never)
  expect(await read(member)).toEqual(all as never)
  expect(await read(kept)).toEqual(part as never)
  expect(await read(kept, `?searchParam=${numberOf(1)}`)).toEqual([part[0]] as never)
  const words = async (who: typeof member) => {
    const sheet = await (await who.request(`/api/campaigns/${id}/deliveries/export`)).arrayBuffer()
    return JSON.stringify(utils.sheet_to_json(Object.values(readSheet(sheet).Sheets)[0] ?? {}))
  }
  expect([await words(member), await words(kept)].map((text) => text.includes('segredo'))).toEqual([true, false])
})
