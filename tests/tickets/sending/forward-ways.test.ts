/** Forwarding to a contact whom several connections know: over which one, and why not over the others. */
import { expect, test } from 'bun:test'
import type { ForwardWay } from '../../../src/tickets/messages/contract'
import { LOJA, SALES } from '../../support/company-world'
import { world } from '../../support/world'

const NUMBER = '5521996124087'
const IGSID = '17841400000000001'

/** Ana attends Maria. Lavínia has written to the Instagram account, and is known by her number, too. */
function attending() {
  const w = world()
  const ana = w.attendant([SALES], { name: 'Ana' })
  const { id: instagram } = w.connection({ channel: 'instagram', name: 'Insta', open: false })
  const { id: page } = w.connection({ channel: 'facebook', name: 'Página', open: false })
  const { id: official } = w.connection({ channel: 'whatsapp_cloud', name: 'Oficial', open: false })
  const lavinia = w.contact({
    addresses: [
      { kind: 'igsid', value: IGSID },
      { kind: 'phone', value: NUMBER },
    ],
  })
  w.whatsapp.person(IGSID, { connectionId: instagram, kind: 'igsid', name: 'Lavínia' }).says('oi')
  w.rows("UPDATE tickets SET status = 'closed' RETURNING id")
  const maria = w.whatsapp.person('5521988713320', { name: 'Maria' })
  const from = w.ticket({
    queueId: SALES,
    userId: ana.userId,
    contactId: w.contact({ number: '5521988713320' }).id,
    status: 'open',
  })
  const said = (...wanted: Parameters<typeof maria.says>) => {
    const { externalId } = maria.says(...wanted)
    return w.rows<{ id: number }>('SELECT id FROM messages WHERE external_id = ?', externalId)[0]?.id ?? 0
  }
  const ways = async (messageId: number, contactId = lavinia.id) => {
    const path = `/api/messages/forward/${contactId}?ticketId=${from.id}&messageIds=[${messageId}]`
    const found = (await (await ana.request(path)).json()) as ForwardWay[] // the route's contract
    return found.map(({ whatsapp, obstacle, lack }) => [whatsapp.id, lack?.lacks ?? obstacle])
  }
  const forward = (messageId: number, whatsappId?: number) =>
    ana.json('/api/messages/forward', 'POST', {
      ticketId: from.id,
      messageIds: [messageId],
      contacts: [lavinia.id],
      ...(whatsappId !== undefined && { over: [{ contactId: lavinia.id, whatsappId }] }),
    })
  const wentOver = () =>
    w.rows<{ over: number }>(
      'SELECT connection_id AS "over" FROM messages WHERE from_me = 1 AND contact_id = ? ORDER BY id',
      lavinia.id,
    )
  return { w, ana, lavinia, from, said, ways, forward, wentOver, instagram, page, official }
}

test('each connection says whether the messages can go there', async () => {
  const { w, said, ways, instagram, page, official, lavinia } = attending()
  const text = said('Rua das Laranjeiras, 120')
  expect(await ways(text)).toEqual([
    [LOJA, null],
    [instagram, null],
    [official, 'template'],
    [page, 'unknown'],
  ])
  const place = { latitude: 1, longitude: 2, name: 'Loja', address: null, live: false }
  expect(await ways(said('Loja', { kind: 'location', extra: { place } }))).toContainEqual([instagram, 'places'])
  w.ticket({ contactId: lavinia.id, queueId: SALES, status: 'open', userId: w.attendant([SALES]).userId })
  expect(await ways(text)).toContainEqual([LOJA, 'held'])
  w.clock.forward(8 * 24 * 3_600_000)
  expect(await ways(text)).toContainEqual([instagram, 'closed'])
})

test('it goes over the chosen one, by default over that of the messages, and not where it cannot', async () => {
  const { said, forward, wentOver, instagram, page, official } = attending()
  const text = said('Rua das Laranjeiras, 120')
  expect((await forward(text)).status).toBe(200)
  expect((await forward(text, instagram)).status).toBe(200)
  expect(wentOver()).toEqual([{ over: LOJA }, { over: instagram }])
  expect((await forward(text, page)).status).toBe(422)
  expect(((await (await forward(text, official)).json()) as { error: string }).error).toBe('ERR_WINDOW_TEMPLATE')
  expect(wentOver()).toHaveLength(2)
})

test('a group is reached over its own connection alone', async () => {
  const { w, said, ways } = attending()
  const group = w.contact({ isGroup: true, name: 'Equipe' })
  w.ticket({ contactId: group.id, queueId: SALES })
  expect(await ways(said('oi'), group.id)).toEqual([])
})
