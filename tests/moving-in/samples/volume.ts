/** An installation of one company with as many messages as wanted, made while it is read. */
import type { Family } from '../../../src/moving-in/source'
import { installation } from './installation'
import type { NeutralCompany, NeutralInstallation } from './neutral'
import type { SampleTable, SampleValue } from './table'
import { sampleOf } from './tables'

export type Volume = {
  readonly messages: number
  readonly contacts: number
  /** For each contact, one after the other. */
  readonly ticketsEach: number
}

const day = 86_400_000
const started = Date.parse('2024-01-01T12:00:00Z')
const words =
  'bom dia boa tarde quero pedir dois bolos para sábado obrigado pode entregar quanto custa tem cenoura fubá pão'.split(
    ' ',
  )

/** Repeats in every run. */
const numbersFrom = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

/** Tables of the family: those of a small company, with contacts, tickets and messages without end. */
export function volumeOf(family: Family, { messages, contacts, ticketsEach }: Volume): readonly SampleTable[] {
  const { tables } = sampleOf(family, shellOf())
  const tickets = contacts * ticketsEach
  const span = (60 * day) / Math.max(1, messages)
  return tables.map((table): SampleTable => {
    switch (table.name) {
      case 'Contacts':
        return { ...table, rows: rows(table, contacts, (at) => contactRow(at)) }
      case 'Tickets':
        return { ...table, rows: rows(table, tickets, (at) => ticketRow(at, contacts, tickets)) }
      case 'TicketTraking':
        return { ...table, rows: rows(table, tickets, (at) => trackingRow(at)) }
      case 'Messages':
        return { ...table, rows: rows(table, messages, messageRows(family, { tickets, contacts, span })) }
      default:
        return table
    }
  })
}

/** People, queues and connections of the sample, without what people wrote. */
function shellOf(): NeutralInstallation {
  const [, bakery] = installation.companies
  if (!bakery) throw new Error('the sample lost its bakery')
  const shell: NeutralCompany = {
    ...bakery,
    contacts: [],
    tags: [],
    tickets: [],
    schedules: [],
    campaigns: [],
    lists: [],
  }
  return { ...installation, companies: installation.companies.map((company) => (company === bakery ? shell : company)) }
}

type Row = Readonly<Record<string, SampleValue>>

function* rows({ columns }: SampleTable, count: number, make: (at: number) => Row): Iterable<readonly SampleValue[]> {
  for (let at = 1; at <= count; at++) {
    const row = make(at)
    yield columns.map(({ name }) => row[name] ?? null)
  }
}

const own = { companyId: 2, tenantId: 2 }
const dates = (at: number) => ({ createdAt: at, updatedAt: at })
const numberOf = (contact: number) => `55119${String(70_000_000 + contact).padStart(8, '0')}`

const contactRow = (at: number): Row => ({
  id: at,
  name: `Cliente ${at}`,
  number: numberOf(at),
  email: '',
  isGroup: false,
  channel: 'whatsapp',
  disableBot: false,
  ...own,
  ...dates(started),
})

const ticketRow = (at: number, contacts: number, tickets: number): Row => ({
  id: at,
  status: at > tickets - contacts / 10 ? 'open' : 'closed',
  contactId: ((at - 1) % contacts) + 1,
  whatsappId: 1,
  userId: 2,
  queueId: 1,
  isGroup: false,
  unreadMessages: 0,
  lastMessage: 'obrigado',
  channel: 'whatsapp',
  chatbot: false,
  ...own,
  ...dates(started + at * 1000),
})

const trackingRow = (at: number): Row => ({
  id: at,
  ticketId: at,
  whatsappId: 1,
  userId: 2,
  queuedAt: started + at * 1000,
  startedAt: started + at * 1000 + 60_000,
  finishedAt: started + at * 1000 + 3_600_000,
  rated: false,
  ...own,
  ...dates(started + at * 1000),
})

/** Conversations of all contacts run at the same time, as they are stored. */
function messageRows(family: Family, { tickets, contacts, span }: { tickets: number; contacts: number; span: number }) {
  const random = numbersFrom(42)
  return (at: number): Row => {
    const ticket = 1 + Math.floor(random() * tickets)
    const contact = ((ticket - 1) % contacts) + 1
    const fromMe = random() < 0.45
    const said = Math.floor(started + at * span)
    const body = Array.from(
      { length: 3 + Math.floor(random() * 14) },
      () => words[Math.floor(random() * words.length)],
    ).join(' ')
    const external = `3EB0${at.toString(16).toUpperCase().padStart(18, '0')}`
    const remoteJid = `${numberOf(contact)}@s.whatsapp.net`
    const dataJson = JSON.stringify({
      key: { remoteJid, fromMe, id: external },
      messageTimestamp: fromMe ? String(Math.floor(said / 1000)) : Math.floor(said / 1000),
      pushName: `Cliente ${contact}`,
      broadcast: false,
      message: {
        conversation: body,
        messageContextInfo: {
          deviceListMetadata: { senderKeyHash: 'q1w2e3r4t5y6', senderTimestamp: '1700000000' },
          deviceListMetadataVersion: 2,
          messageSecret: 'x'.repeat(44),
        },
      },
      verifiedBizName: null,
      status: fromMe ? 'PENDING' : undefined,
    })
    return {
      id: family === 'saas2025' || family === 'izing' ? at : external,
      wid: external,
      messageId: external,
      body: fromMe ? `*Ana Souza:*\n${body}` : body,
      ack: fromMe ? 3 : 0,
      read: true,
      mediaType: family === 'ticketz' ? null : family === 'saas' || family === 'saas2025' ? 'conversation' : 'chat',
      ticketId: ticket,
      fromMe,
      isDeleted: false,
      isEdited: false,
      contactId: fromMe ? null : contact,
      remoteJid,
      dataJson,
      channel: 'whatsapp',
      timestamp: Math.floor(said / 1000),
      ...own,
      createdAt: said + 350,
      updatedAt: said + 900,
    }
  }
}
