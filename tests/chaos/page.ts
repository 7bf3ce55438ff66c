/**
 * An attendant's open page: the browser's own socket, and its rules of which version of a message is the later one. What
 * it hears is a book of its own; after a `resync` it asks for its conversations again, as a browser does.
 */
import type { TicketPage, TicketSummary } from '../../src/tickets/contract'
import type { Message, MessagePage } from '../../src/tickets/messages/contract'
import { laterMessage } from '../../ui/features/tickets/rules/messages'
import { laterAck } from '../../ui/features/tickets/rules/ticks'
import { LiveSocket, type LiveState } from '../../ui/shared/live/socket'

/** What this page knows of a message: as it stands, and all it was told, in order. */
export type Heard = { message: Message | undefined; created: number; readonly ticks: number[]; readonly told: string[] }
export type Page = ReturnType<typeof openPage>

type Ports = {
  readonly origin: string
  readonly companyUuid: string
  token(): Promise<string>
  demand<T>(method: string, path: string): Promise<T>
}
type Told = {
  action?: string
  ticket?: TicketSummary
} & ({ part?: undefined; message?: Message } | { part: 'ack'; message: Pick<Message, 'id' | 'ack' | 'failure'> })

export function openPage({ origin, companyUuid, token, demand }: Ports) {
  const book = new Map<number, Heard>()
  /** Conversations this page keeps: those that attendants took. */
  const conversations = new Set<number>()
  const disorder: string[] = []
  const counts = { frames: 0, resyncs: 0, losses: 0 }
  let lastSeq = 0
  let state: LiveState = 'off'
  let fetching = Promise.resolve()
  let line: WebSocket | undefined
  const socket = new LiveSocket({
    url: `${origin.replace('http', 'ws')}/ws/${companyUuid.replaceAll('-', '')}`,
    token,
    connect: (url) => {
      line = new WebSocket(url)
      return line
    },
    onState: (next) => {
      if (next === 'reconnecting') counts.losses += 1
      state = next
    },
    onResync: () => {
      counts.resyncs += 1
      fetching = fetching
        .then(refetch)
        .catch((error: Error) => void disorder.push(`not fetched again: ${error.message}`))
    },
    onEvent: ({ event, data, seq }) => {
      counts.frames += 1
      if (seq <= lastSeq) disorder.push(`event ${seq} after ${lastSeq}: ${event}`)
      lastSeq = seq
      if (event.endsWith('-appMessage')) hear(data as Told, seq) // our own server's events
    },
  })

  const heardOf = (id: number): Heard => {
    const known = book.get(id)
    if (known) return known
    const heard: Heard = { message: undefined, created: 0, ticks: [], told: [] }
    book.set(id, heard)
    return heard
  }

  function hear({ action, part, message }: Told, seq: number) {
    if (!message) return
    const heard = heardOf(message.id)
    const { ack } = message
    heard.told.push(`${clock()} ${action} #${seq} ack ${ack} ${part ? '' : `revision ${message.revision}`}`)
    if (action === 'create') heard.created += 1
    heard.ticks.push(ack)
    if (!part) keep(heard, message)
    else if (heard.message)
      heard.message = { ...heard.message, ack: laterAck(heard.message.ack, ack), failure: message.failure }
  }

  function keep(heard: Heard, message: Message) {
    heard.message = heard.message ? laterMessage(heard.message, message) : message
  }

  async function refetch() {
    for (const ticketId of conversations) {
      for (const message of await readConversation(ticketId)) {
        const heard = heardOf(message.id)
        heard.told.push(`${clock()} fetched ack ${message.ack} revision ${message.revision}`)
        keep(heard, message)
      }
    }
  }

  async function readConversation(ticketId: number): Promise<Message[]> {
    const found: Message[] = []
    for (let number = 1; ; number++) {
      const { messages, hasMore } = await demand<MessagePage>('GET', `/messages/${ticketId}?pageNumber=${number}`)
      found.unshift(...messages)
      if (!hasMore) return found
    }
  }

  return {
    book,
    conversations,
    disorder,
    counts,
    open: () => socket.open(),
    close: () => socket.close(),
    /** The attendant's own network goes; the page comes back by itself, and is told what it missed. */
    lose: () => line?.close(),
    /** The server is back: a person at the screen would press reload, too. */
    hurry: () => socket.hurry(),
    isLive: () => state === 'live',
    caughtUp: () => fetching,
    readConversation,
    async listTickets(status: 'open' | 'pending'): Promise<TicketSummary[]> {
      const found: TicketSummary[] = []
      for (const isGroup of [false, true]) {
        for (let number = 1; ; number++) {
          const path = `/tickets?status=${status}&isGroup=${isGroup}&showAll=true&pageNumber=${number}`
          const { tickets, hasMore } = await demand<TicketPage>('GET', path)
          found.push(...tickets)
          if (!hasMore) break
        }
      }
      return found
    },
    /** By what it says, now or once. */
    find(texts: readonly string[]): Message | undefined {
      for (const { message } of book.values())
        if (message && (texts.includes(message.body) || message.oldMessages.some(({ body }) => texts.includes(body))))
          return message
      return undefined
    },
  }
}

const clock = () => new Date().toISOString().slice(11, 23)
