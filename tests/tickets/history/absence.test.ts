/** A number is unlinked and linked again: what was written in between arrives, whether or not history is imported. */
import { expect } from 'bun:test'
import { writeSetting } from '../../../src/settings/settings'
import { messageCreated } from '../../../src/tickets/messages/contract'
import { test } from '../../support/trace'
import { until } from '../../survival/support/until'
import { COMPANY, JOAO, MARIA, OTHER_COMPANY, openShop, openTown, STORED, type Stored } from './support'

type Town = Awaited<ReturnType<typeof openTown>>
type Shop = Awaited<ReturnType<typeof openShop>>

const bodiesOf = (shop: Shop) => shop.rows<Stored>(STORED).map(({ body }) => body)
const comes = (shop: Shop, body: string) =>
  until(() => bodiesOf(shop).includes(body), { why: () => shop.logged.join('') })
const ticketsOf = (shop: Shop) =>
  shop.rows(
    `SELECT c.name, t.status, t.unread, t.last_message AS last, t.imported
     FROM tickets t JOIN contacts c ON c.id = t.contact_id ORDER BY c.name, t.id`,
  )

/** The owner removes the device on the phone. */
async function unlink({ run }: Town, shop: Shop) {
  await run({ do: 'removeDevice', phone: COMPANY, device: 1 })
  await until(() => shop.status() === 'DISCONNECTED')
}

test('what customers and the owner wrote while the number was unlinked comes when it is linked again, and comes once', async () => {
  const town = await openTown()
  const { company, maria, joao, run, simulator } = town
  await run({ do: 'prepareHistory', phone: COMPANY, chats: 1, messages: 2, days: 1 })
  const shop = await openShop(simulator)
  writeSetting(shop.cx.db, 'CheckMsgIsGroup', 'enabled')
  await shop.link(company)
  const made = await run({ do: 'createGroup', by: MARIA, subject: 'Vizinhos', members: [COMPANY, JOAO] })
  await maria.say(COMPANY, 'um')
  await comes(shop, 'um')
  await unlink(town, shop)
  await maria.say(COMPANY, 'dois')
  await joao.say(COMPANY, 'sou novo')
  await joao.say(made.id ?? '', 'no grupo')
  await company.say(MARIA, 'do celular')
  await maria.read(COMPANY)
  await maria.say(COMPANY, 'três')
  await shop.link(company)
  await comes(shop, 'três')
  await comes(shop, 'sou novo')
  expect(bodiesOf(shop)).toEqual(['um', 'dois', 'do celular', 'três', 'sou novo'])
  expect(ticketsOf(shop)).toEqual([
    { name: 'João', status: 'pending', unread: 1, last: 'sou novo', imported: 0 },
    { name: 'Maria', status: 'pending', unread: 3, last: 'três', imported: 0 },
  ])
  expect(shop.rows<Stored>(STORED).find(({ fromMe }) => fromMe === 1)?.ack).toBe(4)
  const told = shop.heard(messageCreated.eventName).length
  expect(told).toBe(5)

  await shop.house.sessions.disconnect(shop.cx, shop.connectionId)
  await maria.say(COMPANY, 'quatro')
  await shop.link(company)
  await comes(shop, 'quatro')
  expect(bodiesOf(shop)).toEqual(['um', 'dois', 'do celular', 'três', 'quatro', 'sou novo'])
  expect(shop.heard(messageCreated.eventName)).toHaveLength(told + 1)
  expect(shop.logged).toEqual([])
})

test('another account on the connection takes nothing of its history, and the first one still gets what it missed', async () => {
  const town = await openTown()
  const { simulator, company, maria } = town
  const second = simulator.addPhone({ phone: OTHER_COMPANY, name: 'Filial', role: 'company' })
  await maria.say(OTHER_COMPANY, 'na filial, antes')
  const shop = await openShop(simulator)
  await shop.link(company)
  await shop.house.sessions.disconnect(shop.cx, shop.connectionId)
  await maria.say(COMPANY, 'na matriz')
  await maria.say(OTHER_COMPANY, 'na filial')
  await shop.link(second)
  await maria.say(OTHER_COMPANY, 'ao vivo')
  await comes(shop, 'ao vivo')
  await shop.house.sessions.disconnect(shop.cx, shop.connectionId)
  await shop.link(company)
  await comes(shop, 'na matriz')
  expect(bodiesOf(shop).toSorted()).toEqual(['ao vivo', 'na matriz'])
})
