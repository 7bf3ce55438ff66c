/** Two nodes share an installation: what one wrote, the other has. */
import { describe, expect, test } from 'bun:test'
import type { Actor } from '../../../src/actor'
import { listCompanies } from '../../../src/tenancy/companies'
import { patience } from '../../support/bound'
import { until } from '../../support/until'
import { openFleetWithTwoNodes, type TestNode } from './fleet'

describe('a second node', () => {
  test('reads control.db, and keeps copies', async () => {
    const { a, b, uuids } = await openFleetWithTwoNodes()
    expect(listCompanies(b.server.databases.control).map(({ uuid }) => uuid)).toEqual(uuids)
    const { picture } = a.node.placement
    const isCopied = () =>
      [...picture.owners.values()].every(({ value }) => value.standby === 'b' && value.isStandbyReady)
    await until(isCopied, 'copies of all companies')
    const status = () => b.server.fleet?.status()
    await until(() => status()?.companies.every(({ lag }) => lag === 0), 'no lag in the picture of b')
    expect(status()?.nodes.map(({ name, companies, standbys }) => [name, companies, standbys])).toEqual([
      ['a', 2, 0],
      ['b', 0, 2],
    ])
  }, 120_000)

  test('takes a company that is moved to it, in less than two seconds', async () => {
    const { a, b, uuids } = await openFleetWithTwoNodes()
    const [, bakery = ''] = uuids
    const { picture } = a.node.placement
    await until(() => picture.owners.get(bakery)?.value.isStandbyReady, 'the copy')
    openConversation(a.server, bakery)
    await a.server.fleet?.move(bakery, 'b')
    const began = performance.now()
    await until(() => b.server.databases.isAvailable(bakery), 'the company on b')
    expect(performance.now() - began).toBeLessThan(patience(2000))
    expect(a.server.databases.isAvailable(bakery)).toBe(false)
    await until(() => picture.ownerOf(bakery)?.node === 'b', 'the new owner in the picture of a')
    expect(b.server.fleet?.status().companies.find(({ uuid }) => uuid === bakery)).toMatchObject({
      owner: 'b',
      epoch: 2,
    })
    // Accesses are kept in memory for some seconds before they are written.
    const accesses = b.server.cxOf(bakery).db.$client.prepare("SELECT user_id FROM ticket_log WHERE kind = 'accessed'")
    expect(accesses.pluck().all()).toEqual([1])
  }, 120_000)
})

/** Somebody opens a conversation that is not theirs. */
function openConversation(server: TestNode['server'], company: string) {
  const cx = server.cxOf(company)
  const ticket = { id: 1, contactId: 1, connectionId: 1, queueId: null, userId: null, isGroup: false } as const
  cx.transaction(({ db: { $client } }) => {
    $client.exec("INSERT INTO contacts (id, name, name_folded, created_at) VALUES (1, 'Rita', 'rita', 1)")
    $client.exec(
      "INSERT INTO tickets (id, uuid, status, channel, contact_id, connection_id, last_message_at, created_at, updated_at) VALUES (1, 't', 'pending', 'whatsapp', 1, 1, 1, 1, 1)",
    )
  })
  server.accessLog.note(cx, { userId: 1 } as Actor, { ...ticket, unread: 0, markedUnread: false })
}
