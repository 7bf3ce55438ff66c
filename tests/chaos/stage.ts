/** The house before the play: companies founded, attendants signed in, lines linked, every chat begun and taken. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { ConnectionSummary } from '../../src/channels/connections/contract'
import type { ContactSummary } from '../../src/contacts/contract'
import type { TicketSummary } from '../../src/tickets/contract'
import { afterThisTest } from '../survival/support/cleanups'
import { EMAIL, PASSWORD } from '../survival/support/server-process'
import { openTestbed, type Testbed } from '../survival/support/testbed'
import { until } from '../survival/support/until'
import { type Attendant, type Login, signIn } from './attendant'
import { type Cast, type Chat, COMPANIES, castFor, type Size } from './cast'
import { keepLinks, type Links } from './links'
import { keepLocks } from './locks'
import { canaryOf } from './script'
import { type Server, startServer } from './server'

export type Company = { readonly uuid: string; readonly attendants: readonly [Attendant, Attendant] }
/** Where our side of a chat stands. */
export type Desk = { readonly attendant: Attendant; readonly ticketId: number }
export type Stage = Awaited<ReturnType<typeof openStage>>

export async function openStage(size: Size) {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-'))
  afterThisTest(() => process.env.BALCAO_CHAOS_KEEP || rmSync(folder, { recursive: true, force: true }))
  const cast = castFor(size)
  const testbed = await openTestbed({ seed: size.seed })
  const server = await startServer(folder, testbed)
  const companies = await foundCompanies(server)
  for (const { uuid } of companies) storeGroups(server.dataDir, uuid)
  await callUp(cast, testbed)
  const strangers = await noteStrangers(cast, companies)
  const links = keepLinks(testbed)
  const connections = await linkAll({ cast, links, companies })
  const groups = await formGroups(cast, testbed)
  /** What a phone calls the chat with us: our number, or the group. */
  const addressOf = (chat: Chat) => groups.get(chat) ?? cast.lines[chat.line]?.number ?? ''
  const desks = await beginChats({ cast, testbed, companies, connections, strangers, addressOf, seed: size.seed })
  const locks = keepLocks(
    server.dataDir,
    companies.map(({ uuid }) => uuid),
  )
  return { folder, size, cast, testbed, links, locks, server, companies, connections, groups, addressOf, desks }
}

async function foundCompanies({ origin, program, dataDir }: Server): Promise<Company[]> {
  const command = async (...words: string[]) => {
    const child = Bun.spawn([...program, ...words, '--data', dataDir, '--password-stdin', '--json'], {
      stdin: Buffer.from(`${PASSWORD}\n`),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    if ((await child.exited) !== 0) throw new Error(`${words.join(' ')}: ${await new Response(child.stderr).text()}`)
  }
  const logins = COMPANIES.map((_, index): [Login, Login] => [
    { email: index === 0 ? EMAIL : `ana${index + 1}@loja.test`, password: PASSWORD },
    { email: `beto${index + 1}@loja.test`, password: PASSWORD },
  ])
  for (const [index, [ana, beto]] of logins.entries()) {
    if (index > 0) await command('tenant', 'create', COMPANIES[index] ?? '', '--email', ana.email)
    await command('user', 'create', beto.email, '--name', 'Beto', '--profile', 'admin', '--company', String(index + 1))
  }
  return Promise.all(
    logins.map(async ([ana, beto]) => {
      const attendants = [await signIn(origin, ana), await signIn(origin, beto)] as const
      return { uuid: attendants[0].user.company.uuidCompany, attendants }
    }),
  )
}

/** No screen asks for it yet: as the operator would, beside the running server. */
function storeGroups(dataDir: string, uuid: string) {
  const db = new Sqlite(join(dataDir, 'tenants', uuid, 'tenant.db'), { timeout: 5_000 })
  db.prepare(`INSERT OR REPLACE INTO settings VALUES ('CheckMsgIsGroup', 'disabled')`).run()
  db.close()
}

async function callUp({ lines, customers }: Cast, { run }: Testbed) {
  for (const { number, name } of lines) await run({ do: 'addPhone', phone: number, name, role: 'company' })
  for (const { number, name, addressing, tells, after } of customers) {
    await run({ do: 'addPhone', phone: number, name, role: 'customer' })
    await run({ do: 'setHabits', phone: number, addressing, deliver: tells, after })
  }
}

type Parts = { readonly cast: Cast; readonly testbed: Testbed; readonly companies: readonly Company[] }

/** By their chats. Without an open connection nobody can say that such a number does not exist. */
async function noteStrangers({ chats, lines }: Cast, companies: readonly Company[]): Promise<Map<Chat, number>> {
  const contacts = new Map<Chat, number>()
  for (const chat of chats) {
    if (chat.stranger === null) continue
    const { demand } = attendantOf(companies, lines[chat.line]?.company ?? 0, 0)
    const { id } = await demand<ContactSummary>('POST', '/contacts', { name: 'Ninguém', number: chat.stranger })
    contacts.set(chat, id)
  }
  return contacts
}

type Linking = { readonly cast: Cast; readonly links: Links; readonly companies: readonly Company[] }

/** The ids of the connections, line by line. */
async function linkAll({ cast, links, companies }: Linking): Promise<number[]> {
  return Promise.all(
    cast.lines.map(async ({ company, number, name }) => {
      const { demand } = attendantOf(companies, company, 0)
      const { id } = await demand<ConnectionSummary>('POST', '/whatsapp', { name })
      const look = () => demand<ConnectionSummary>('GET', `/whatsapp/${id}`)
      await demand('POST', `/whatsappsession/${id}`, {})
      const qr = await until(async () => (await look()).qrcode, { within: 30_000, every: 50 })
      await links.scan(number, qr)
      await until(async () => (await look()).status === 'CONNECTED', { within: 30_000, every: 50 })
      return id
    }),
  )
}

export function attendantOf(companies: readonly Company[], company: number, chat: number): Attendant {
  const attendant = companies[company]?.attendants[chat % 2]
  if (!attendant) throw new Error(`company ${company} has no attendants`)
  return attendant
}

async function formGroups({ lines, customers, chats }: Cast, { run }: Testbed): Promise<Map<Chat, string>> {
  const groups = new Map<Chat, string>()
  for (const chat of chats.filter(({ isGroup }) => isGroup)) {
    const [by = '', ...members] = chat.customers.map((index) => customers[index]?.number ?? '')
    const everybody = [...members, lines[chat.line]?.number ?? '']
    const addressing = groups.size % 2 === 0 ? 'lid' : 'pn'
    const { id } = await run({
      do: 'createGroup',
      by,
      subject: `Grupo ${groups.size + 1}`,
      members: everybody,
      addressing,
    })
    groups.set(chat, id ?? '')
  }
  return groups
}

type Beginning = Parts & {
  readonly connections: readonly number[]
  readonly strangers: ReadonlyMap<Chat, number>
  readonly seed: number
  addressOf(chat: Chat): string
}

/** Somebody says hello in each chat, and an attendant takes it where one is meant to. */
async function beginChats({ cast, testbed, companies, connections, strangers, addressOf, seed }: Beginning) {
  const greetings = cast.chats.map((_, index) => `${canaryOf(seed)}oi-${index} bom dia`)
  for (const [index, chat] of cast.chats.entries()) {
    if (chat.stranger !== null) continue
    const from = cast.customers[chat.customers[0] ?? 0]?.number ?? ''
    await testbed.run({ do: 'say', from, to: addressOf(chat), text: greetings[index] ?? '' })
  }
  const tickets = await Promise.all(companies.map((_, company) => ticketsOf(company)))
  const desks = await Promise.all(cast.chats.map((chat, index) => take(chat, index)))
  for (const { attendants } of companies) for (const { page } of attendants) page.open()
  return desks

  async function ticketsOf(company: number): Promise<TicketSummary[]> {
    const { page } = attendantOf(companies, company, 0)
    const isWanted = ({ line, stranger }: Chat) => stranger === null && cast.lines[line]?.company === company
    const wanted = cast.chats.filter(isWanted).length
    const found = async () => {
      const all = await page.listTickets('pending')
      return all.length >= wanted && all
    }
    return until(found, {
      within: 30_000,
      every: 200,
      why: async () => `${(await page.listTickets('pending')).length} of ${wanted} tickets`,
    })
  }

  async function take(chat: Chat, index: number): Promise<Desk> {
    const company = cast.lines[chat.line]?.company ?? 0
    const attendant = attendantOf(companies, company, index)
    const whatsappId = connections[chat.line]
    const contactId = strangers.get(chat)
    const ticket = contactId
      ? await attendant.demand<TicketSummary>('POST', '/tickets', { contactId, whatsappId })
      : tickets[company]?.find((one) => one.whatsappId === whatsappId && one.lastMessage === greetings[index])
    if (!ticket) throw new Error(`no ticket of chat ${index}`)
    if (chat.isAttended) {
      if (!contactId) await attendant.demand('PUT', `/tickets/${ticket.id}`, { status: 'open' })
      for (const { page } of companies[company]?.attendants ?? []) page.conversations.add(ticket.id)
    }
    return { attendant, ticketId: ticket.id }
  }
}
