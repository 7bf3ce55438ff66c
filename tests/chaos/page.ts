/**
 * An attendant's open page: the browser's own socket and its rules for the latest version of a message. Like a
 * browser's cache it keeps every message of its events, and fetches its conversations again after a `resync`. Events
 * during the fetch also apply to the response, which may be older.
 */
import type { TicketPage, TicketSummary } from '../../src/tickets/contract'
import type { Message, MessagePage } from '../../src/tickets/messages/contract'
import { laterMessage } from '../../ui/features/messages/rules/messages'
import { laterAck } from '../../ui/features/messages/rules/receipts'
import { LiveSocket, type LiveState } from '../../ui/shared/live/socket'

/**
 * The page's state of a message: latest version, number of creating events, and all statuses and events in order.
 * Without `message` only status events arrived so far.
 */
export type PageMessage = {
  message: Message | undefined
  created: number
  readonly statuses: number[]
  readonly log: string[]
}
export type Page = ReturnType<typeof openPage>

type Deps = {
  readonly origin: string
  readonly companyUuid: string
  token(): Promise<string>
  /** Where to connect instead, if there are several servers. */
  elsewhere?(url: string): string
  demand<T>(method: string, path: string): Promise<T>
}
type MessageEventData = {
  action?: string
  ticket?: TicketSummary
} & ({ part?: undefined; message?: Message } | { part: 'ack'; message: Pick<Message, 'id' | 'ack' | 'failure'> })

export function openPage({ origin, companyUuid, token, demand, elsewhere = (url) => url }: Deps) {
  const messages = new Map<number, PageMessage>()
  /** Ids of the tickets on this page: those that attendants accepted. */
  const conversations = new Set<number>()
  const errors: string[] = []
  const counts = { frames: 0, resyncs: 0, disconnections: 0 }
  let lastSeq = 0
  let state: LiveState = 'off'
  let fetching = Promise.resolve()
  /** Events since a conversation was requested. */
  let meanwhile: MessageEventData[] = []
  let opened: WebSocket | undefined
  const socket = new LiveSocket({
    url: `${origin.replace('http', 'ws')}/ws/${companyUuid.replaceAll('-', '')}`,
    token,
    connect: (url) => {
      opened = new WebSocket(elsewhere(url))
      return opened
    },
    onState: (next) => {
      if (next === 'reconnecting') counts.disconnections += 1
      state = next
    },
    onResync: () => {
      counts.resyncs += 1
      lastSeq = 0 // the node that serves the company now may have a clock that is behind
      fetching = fetching.then(refetch).catch((error: Error) => void errors.push(`not fetched again: ${error.message}`))
    },
    onEvent: ({ event, data, seq }) => {
      counts.frames += 1
      if (seq === 0) return // the operator's events have numbers of their own
      if (seq <= lastSeq) errors.push(`event ${seq} after ${lastSeq}: ${event}`)
      lastSeq = seq
      if (event.endsWith('-appMessage')) receive(data as MessageEventData, seq) // our own server's events
    },
  })

  const knownOf = (id: number): PageMessage => {
    const known = messages.get(id)
    if (known) return known
    const added: PageMessage = { message: undefined, created: 0, statuses: [], log: [] }
    messages.set(id, added)
    return added
  }

  function receive(news: MessageEventData, seq: number) {
    const { action, part, message } = news
    if (!message) return
    const known = knownOf(message.id)
    const { ack } = message
    known.log.push(`${clock()} ${action} #${seq} ack ${ack} ${part ? '' : `revision ${message.revision}`}`)
    if (action === 'create') known.created += 1
    known.statuses.push(ack)
    meanwhile.push(news)
    apply(news)
  }

  function apply({ part, message }: MessageEventData) {
    if (!message) return
    const known = knownOf(message.id)
    if (!part) keep(known, message)
    else if (known.message)
      known.message = { ...known.message, ack: laterAck(known.message.ack, message.ack), failure: message.failure }
  }

  function keep(known: PageMessage, message: Message) {
    known.message = known.message ? laterMessage(known.message, message) : message
  }

  async function refetch() {
    for (const ticketId of conversations) {
      meanwhile = []
      for (const message of await readConversation(ticketId)) {
        const known = knownOf(message.id)
        known.log.push(`${clock()} fetched ack ${message.ack} revision ${message.revision}`)
        keep(known, message)
      }
      for (const news of meanwhile) apply(news)
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
    messages,
    conversations,
    errors,
    counts,
    open: () => socket.open(),
    close: () => socket.close(),
    /** Disconnects the attendant's network; the page reconnects by itself and gets missed events. */
    disconnect: () => opened?.close(),
    /** Reconnects immediately, like a person who presses reload. */
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
    /** Finds the message that has or had one of these texts. */
    find(texts: readonly string[]): Message | undefined {
      for (const { message } of messages.values())
        if (message && (texts.includes(message.body) || message.oldMessages.some(({ body }) => texts.includes(body))))
          return message
      return undefined
    },
  }
}

const clock = () => new Date().toISOString().slice(11, 23)
