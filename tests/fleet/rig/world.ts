/**
 * The installation under test: one node without a fleet, or several with their servers; companies with a linked number each,
 * customers, and attendants who sign in at any node.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import type { TicketPage } from '../../../src/tickets/contract'
import { randomFor } from '../../chaos/random'
import { type Receiver, startReceiver } from '../../support/webhook-receiver'
import { afterThisTest } from '../../survival/support/cleanups'
import { openTestbed, type Testbed } from '../../survival/support/testbed'
import { until } from '../../survival/support/until'
import { type RoamingAttendant, signIn } from './attendant'
import { joinFleet, type RigFleet } from './fleet'
import { copyInstallation, type Logins } from './installation'
import { createNode, type RigNode } from './nodes'
import { createTimeline, type Timeline } from './timeline'

export type RigSize = {
  readonly seed: number
  /** 0: a single node without a fleet. */
  readonly servers: 0 | 1 | 3
  readonly nodes: number
  readonly companies: number
  /** Of each company. */
  readonly customers: number
  /** How long a node that is silent counts as alive; usually as in the product. */
  readonly leaseMs?: number
  /** Servers have disks of their own, and the clocks of nodes can be set; where the machine allows it. */
  readonly isThorough?: boolean
  /** By default the one under test. */
  readonly program?: readonly string[]
}
export type Customer = { readonly number: string; readonly ticketId: number; readonly contactId: number }
export type RigCompany = {
  readonly uuid: string
  readonly number: string
  readonly connectionId: number
  readonly attendants: readonly [RoamingAttendant, RoamingAttendant]
  readonly customers: readonly Customer[]
  readonly receiver: Receiver
}
export type World = {
  readonly size: RigSize
  readonly folder: string
  readonly testbed: Testbed
  readonly nodes: readonly RigNode[]
  readonly fleet: RigFleet | null
  readonly companies: readonly RigCompany[]
  readonly timeline: Timeline
  /** Of nodes that should answer. */
  origins(): readonly string[]
}

const FIRST_NUMBER = 552130500000
const FIRST_CUSTOMER = 5511910000000

export async function openWorld(size: RigSize): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'rig-'))
  afterThisTest(() => process.env.BALCAO_RIG_KEEP || rmSync(folder, { recursive: true, force: true }))
  const timeline = createTimeline()
  const testbed = await openTestbed({ seed: size.seed })
  const names = Array.from({ length: size.nodes }, (_, at) => `n${at + 1}`)
  const [first = ''] = names
  const logins = await copyInstallation(join(folder, first), size)
  timeline.note('the installation is there')
  const joined = size.servers === 0 ? null : await joinFleet({ size, folder, testbed, names })
  const nodes = joined?.nodes ?? [await createNode({ name: first, folder, testbed, program: size.program })]
  if (!joined) await nodes[0]?.start()
  const origins = () => nodes.filter((node) => node.state() === 'up').map(({ origin }) => origin)
  timeline.note(`${nodes.length} nodes serve`)
  const world = { size, folder, testbed, nodes, fleet: joined?.fleet ?? null, timeline, origins }
  const companies = await Promise.all(logins.map((people, at) => openCompany(world, at, people)))
  timeline.note(`${companies.length} companies are linked`)
  return { ...world, companies }
}

type Opening = Omit<World, 'companies'>

async function openCompany(world: Opening, at: number, logins: Logins): Promise<RigCompany> {
  const { size, testbed, origins } = world
  const random = randomFor(size.seed, `people of ${at}`)
  const [ana, beto] = [await signIn(origins, random, logins[0]), await signIn(origins, random, logins[1])]
  const number = String(FIRST_NUMBER + at)
  await testbed.run({ do: 'addPhone', phone: number, name: `Loja ${at + 1}`, role: 'company' })
  const { id } = await ana.demand<ConnectionSummary>('POST', '/whatsapp', { name: `Linha ${at + 1}` })
  const look = () => ana.demand<ConnectionSummary>('GET', `/whatsapp/${id}`)
  await ana.demand('POST', `/whatsappsession/${id}`, {})
  const qr = await until(async () => (await look()).qrcode, { every: 50 })
  await testbed.run({ do: 'scan', phone: number, qr })
  await until(async () => (await look()).status === 'CONNECTED', { every: 50 })
  const receiver = startReceiver(Date.now)
  afterThisTest(() => receiver.stop())
  const hook = { url: receiver.url, topics: ['contacts'] }
  const { secret } = await ana.demand<{ secret: string }>('POST', '/webhooks', hook)
  receiver.checks.secret = secret
  const customers = await greet(world, at, number, ana)
  for (const { page } of [ana, beto]) {
    for (const { ticketId } of customers) page.conversations.add(ticketId)
    page.open()
  }
  return {
    uuid: ana.user.company.uuidCompany,
    number,
    connectionId: id,
    attendants: [ana, beto],
    customers,
    receiver,
  }
}

/** Each customer writes, and an attendant accepts the ticket. */
async function greet({ size, testbed }: Opening, at: number, number: string, ana: RoamingAttendant) {
  const phones = Array.from({ length: size.customers }, (_, nth) => String(FIRST_CUSTOMER + at * 1000 + nth))
  for (const [nth, phone] of phones.entries()) {
    await testbed.run({ do: 'addPhone', phone, name: `Cliente ${nth + 1}`, role: 'customer' })
    await testbed.run({ do: 'say', from: phone, to: number, text: `bom dia ${nth}` })
  }
  const tickets = await until(
    async () => {
      const path = '/tickets?status=pending&isGroup=false&showAll=true&pageNumber=1'
      const { tickets } = await ana.demand<TicketPage>('GET', path)
      return tickets.length === phones.length && tickets
    },
    { every: 100 },
  )
  for (const { id } of tickets) await ana.demand('PUT', `/tickets/${id}`, { status: 'open' })
  return tickets.map(({ id, contact }): Customer => {
    return { number: contact.number ?? '', ticketId: id, contactId: contact.id }
  })
}
