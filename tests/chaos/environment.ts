/** Sets up a run: companies, signed-in attendants, linked phones, and chats with accepted tickets. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionSummary } from '../../src/channels/connections/contract'
import type { ContactSummary } from '../../src/contacts/contract'
import type { TicketSummary } from '../../src/tickets/contract'
import { afterThisTest } from '../survival/support/cleanups'
import { EMAIL, PASSWORD } from '../survival/support/server-process'
import { openTestbed, type Testbed } from '../survival/support/testbed'
import { until } from '../survival/support/until'
import { type Attendant, type Login, signIn } from './attendant'
import { type Links, trackLinks } from './links'
import { keepLocks } from './locks'
import { type Chat, COMPANIES, type Participants, participantsFor, type Size } from './participants'
import { canaryOf } from './plan'
import { type RestartableServer, startServer } from './server'

export type Company = { readonly uuid: string; readonly attendants: readonly [Attendant, Attendant] }
/** The ticket of a chat and its attendant. */
export type ChatTicket = { readonly attendant: Attendant; readonly ticketId: number }
export type Environment = Awaited<ReturnType<typeof openEnvironment>>

export async function openEnvironment(size: Size) {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-'))
  afterThisTest(() => process.env.BALCAO_CHAOS_KEEP || rmSync(folder, { recursive: true, force: true }))
  const participants = participantsFor(size)
  const testbed = await openTestbed({ seed: size.seed })
  const server = await startServer(folder, testbed)
  const companies = await createCompanies(server)
  // Otherwise their messages are ignored.
  for (const { attendants } of companies)
    await attendants[0].demand('PUT', '/settings/CheckMsgIsGroup', { value: 'disabled' })
  await addPhones(participants, testbed)
  const unregistered = await addUnregisteredContacts(participants, companies)
  const links = trackLinks(testbed)
  const connections = await linkAll({ participants, links, companies })
  const groups = await formGroups(participants, testbed)
  /** Address that a phone writes to in this chat: our number or the group. */
  const addressOf = (chat: Chat) => groups.get(chat) ?? participants.phones[chat.phoneIndex]?.number ?? ''
  const chatTickets = await startChats({
    participants,
    testbed,
    companies,
    connections,
    unregistered,
    addressOf,
    seed: size.seed,
  })
  const locks = keepLocks(
    server.dataDir,
    companies.map(({ uuid }) => uuid),
  )
  return {
    folder,
    size,
    participants,
    testbed,
    links,
    locks,
    server,
    companies,
    connections,
    groups,
    addressOf,
    chatTickets,
  }
}

async function createCompanies({ origin, program, dataDir }: RestartableServer): Promise<Company[]> {
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

async function addPhones({ phones, customers }: Participants, { run }: Testbed) {
  for (const { number, name } of phones) await run({ do: 'addPhone', phone: number, name, role: 'company' })
  for (const { number, name, addressing, sendsReceipts, after } of customers) {
    await run({ do: 'addPhone', phone: number, name, role: 'customer' })
    await run({ do: 'setHabits', phone: number, addressing, deliver: sendsReceipts, after })
  }
}

type Parts = { readonly participants: Participants; readonly testbed: Testbed; readonly companies: readonly Company[] }

/**
 * Creates contacts and returns their ids by chat. Done before any connection is open, because later their numbers would
 * be looked up and refused.
 */
async function addUnregisteredContacts(
  { chats, phones }: Participants,
  companies: readonly Company[],
): Promise<Map<Chat, number>> {
  const contacts = new Map<Chat, number>()
  for (const chat of chats) {
    if (chat.unregistered === null) continue
    const { demand } = attendantOf(companies, phones[chat.phoneIndex]?.company ?? 0, 0)
    const { id } = await demand<ContactSummary>('POST', '/contacts', { name: 'Ninguém', number: chat.unregistered })
    contacts.set(chat, id)
  }
  return contacts
}

type Linking = { readonly participants: Participants; readonly links: Links; readonly companies: readonly Company[] }

/** Ids of the connections, in the order of phones. */
async function linkAll({ participants, links, companies }: Linking): Promise<number[]> {
  return Promise.all(
    participants.phones.map(async ({ company, number, name }) => {
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

async function formGroups({ phones, customers, chats }: Participants, { run }: Testbed): Promise<Map<Chat, string>> {
  const groups = new Map<Chat, string>()
  for (const chat of chats.filter(({ isGroup }) => isGroup)) {
    const [by = '', ...members] = chat.customers.map((index) => customers[index]?.number ?? '')
    const everybody = [...members, phones[chat.phoneIndex]?.number ?? '']
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

type ChatStart = Parts & {
  readonly connections: readonly number[]
  readonly unregistered: ReadonlyMap<Chat, number>
  readonly seed: number
  addressOf(chat: Chat): string
}

/** A customer writes in each chat, and an attendant accepts the ticket if the chat is attended. */
async function startChats({ participants, testbed, companies, connections, unregistered, addressOf, seed }: ChatStart) {
  const greetings = participants.chats.map((_, index) => `${canaryOf(seed)}oi-${index} bom dia`)
  for (const [index, chat] of participants.chats.entries()) {
    if (chat.unregistered !== null) continue
    const from = participants.customers[chat.customers[0] ?? 0]?.number ?? ''
    await testbed.run({ do: 'say', from, to: addressOf(chat), text: greetings[index] ?? '' })
  }
  const tickets = await Promise.all(companies.map((_, company) => ticketsOf(company)))
  const chatTickets = await Promise.all(participants.chats.map((chat, index) => acceptTicket(chat, index)))
  for (const { attendants } of companies) for (const { page } of attendants) page.open()
  return chatTickets

  async function ticketsOf(company: number): Promise<TicketSummary[]> {
    const { page } = attendantOf(companies, company, 0)
    const isWanted = ({ phoneIndex, unregistered }: Chat) =>
      unregistered === null && participants.phones[phoneIndex]?.company === company
    const wanted = participants.chats.filter(isWanted).length
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

  async function acceptTicket(chat: Chat, index: number): Promise<ChatTicket> {
    const company = participants.phones[chat.phoneIndex]?.company ?? 0
    const attendant = attendantOf(companies, company, index)
    const whatsappId = connections[chat.phoneIndex]
    const contactId = unregistered.get(chat)
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
