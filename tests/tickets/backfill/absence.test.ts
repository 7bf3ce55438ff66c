/** A number is unlinked and linked again: messages from in between arrive, whether or not the backfill is imported. */
import { expect } from 'bun:test'
import { writeSetting } from '../../../src/settings/settings'
import { messageCreated } from '../../../src/tickets/messages/contract'
import { test } from '../../support/trace'
import { until } from '../../survival/support/until'
import { COMPANY, JOAO, MARIA, OTHER_COMPANY, openInstallation, openTestbed, STORED, type Stored } from './support'

type Testbed = Awaited<ReturnType<typeof openTestbed>>
type Installation = Awaited<ReturnType<typeof openInstallation>>

const bodiesOf = (installation: Installation) => installation.rows<Stored>(STORED).map(({ body }) => body)
const comes = (installation: Installation, body: string) =>
  until(() => bodiesOf(installation).includes(body), { why: () => installation.logged.join('') })
const ticketsOf = (installation: Installation) =>
  installation.rows(
    `SELECT c.name, t.status, t.unread, t.last_message AS last, t.imported
     FROM tickets t JOIN contacts c ON c.id = t.contact_id ORDER BY c.name, t.id`,
  )

/** The owner removes the device on the phone. */
async function unlink({ run }: Testbed, installation: Installation) {
  await run({ do: 'removeDevice', phone: COMPANY, device: 1 })
  await until(() => installation.status() === 'DISCONNECTED')
}

test('receives what customers and the owner wrote while the number was unlinked, once', async () => {
  const testbed = await openTestbed()
  const { company, maria, joao, run, simulator } = testbed
  await run({ do: 'prepareHistory', phone: COMPANY, chats: 1, messages: 2, days: 1 })
  const installation = await openInstallation(simulator)
  writeSetting(installation.cx.db, 'CheckMsgIsGroup', 'enabled')
  await installation.link(company)
  const made = await run({ do: 'createGroup', by: MARIA, subject: 'Vizinhos', members: [COMPANY, JOAO] })
  await maria.say(COMPANY, 'um')
  await comes(installation, 'um')
  await unlink(testbed, installation)
  await maria.say(COMPANY, 'dois')
  await joao.say(COMPANY, 'sou novo')
  await joao.say(made.id ?? '', 'no grupo')
  await company.say(MARIA, 'do celular')
  await maria.read(COMPANY)
  await maria.say(COMPANY, 'três')
  await installation.link(company)
  await comes(installation, 'três')
  await comes(installation, 'sou novo')
  expect(bodiesOf(installation)).toEqual(['um', 'dois', 'do celular', 'três', 'sou novo'])
  expect(ticketsOf(installation)).toEqual([
    { name: 'João', status: 'pending', unread: 1, last: 'sou novo', imported: 0 },
    { name: 'Maria', status: 'pending', unread: 3, last: 'três', imported: 0 },
  ])
  expect(installation.rows<Stored>(STORED).find(({ fromMe }) => fromMe === 1)?.ack).toBe(4)
  const heardBefore = installation.heard(messageCreated.eventName).length
  expect(heardBefore).toBe(5)

  await installation.server.sessions.disconnect(installation.cx, installation.connectionId)
  await maria.say(COMPANY, 'quatro')
  await installation.link(company)
  await comes(installation, 'quatro')
  expect(bodiesOf(installation)).toEqual(['um', 'dois', 'do celular', 'três', 'quatro', 'sou novo'])
  expect(installation.heard(messageCreated.eventName)).toHaveLength(heardBefore + 1)
  expect(installation.logged).toEqual([])
})

test('imports nothing of another account linked on the connection, and later what the first one missed', async () => {
  const testbed = await openTestbed()
  const { simulator, company, maria } = testbed
  const second = simulator.addPhone({ phone: OTHER_COMPANY, name: 'Filial', role: 'company' })
  await maria.say(OTHER_COMPANY, 'na filial, antes')
  const installation = await openInstallation(simulator)
  await installation.link(company)
  await installation.server.sessions.disconnect(installation.cx, installation.connectionId)
  await maria.say(COMPANY, 'na matriz')
  await maria.say(OTHER_COMPANY, 'na filial')
  await installation.link(second)
  await maria.say(OTHER_COMPANY, 'ao vivo')
  await comes(installation, 'ao vivo')
  await installation.server.sessions.disconnect(installation.cx, installation.connectionId)
  await installation.link(company)
  await comes(installation, 'na matriz')
  expect(bodiesOf(installation).toSorted()).toEqual(['ao vivo', 'na matriz'])
})
