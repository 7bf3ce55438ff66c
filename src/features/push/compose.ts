/** What a notification says to its person now, with their present rights: nothing once it is seen, or theirs no more. */
import type { Actor } from '../../actor'
import { findContact } from '../../contacts/queries'
import type { Cx } from '../../platform/cx'
import { getOnlyValue, getRows } from '../../platform/sql'
import { cut } from '../../platform/text'
import { HOUR, MINUTE, SECOND } from '../../platform/time'
import { findQueue } from '../../queues/queries'
import type { Queue } from '../../queues/tables'
import type { Language } from '../../texts/languages'
import { findMessage } from '../../tickets/messages/queries'
import { findTicket } from '../../tickets/queries'
import type { Ticket } from '../../tickets/tables'
import { mayUseQueue } from '../../tickets/ticket'
import { canSee, mayWriteIn, visibleTo } from '../../tickets/visibility'
import { findUser } from '../../users/people'
import type { LockScreen, PushAct, PushPayload, PushSettings } from './contract'
import { lockScreenOf, lockScreensIn } from './lock-screen'
import { noticeTexts } from './notice-texts'
import type { NoticeData, StoredNotice } from './tables'

const MOST_TITLE = 100
const MOST_BODY = 300
/** A conversation on the person's screen is probably read: whether it was is asked again after this. */
const LOOK_AGAIN = 30 * SECOND

export type Reader = {
  readonly actor: Actor
  readonly language: Language
  readonly settings: PushSettings
  /** Whether a page of theirs shows this conversation. */
  isOnScreen(ticketId: number): boolean
}

/** `nothing`: it is not sent. `later`: ask again after so many milliseconds. */
export type Composition =
  | { readonly is: 'payload'; readonly payload: Omit<PushPayload, 'key'>; readonly takes: number | null }
  | { readonly is: 'nothing' }
  | { readonly is: 'later'; readonly wait: number }

type Words = Pick<PushPayload, 'title' | 'body' | 'path'> & {
  readonly acts?: readonly PushAct[]
  /** The conversation that its button takes. */
  readonly takes?: number
}

const nothing: Composition = { is: 'nothing' }

export function compose(cx: Cx, reader: Reader, notice: StoredNotice): Composition {
  const { ticketId } = notice.data
  if (ticketId !== undefined) {
    const ticket = findTicket(cx.db, ticketId)
    if (!ticket || !canSee(reader.actor, ticket) || !concerns(ticket, reader.actor, notice)) return nothing
    if (reader.isOnScreen(ticketId))
      return notice.kind === 'own' || notice.kind === 'groups' ? { is: 'later', wait: LOOK_AGAIN } : nothing
    return payloadOf(cx, reader, notice, wordsOfTicket(cx, reader, ticket, notice))
  }
  if (notice.kind === 'waiting') return payloadOf(cx, reader, notice, wordsOfQueue(cx, reader, notice.data))
  return payloadOf(cx, reader, notice, notice.kind === 'test' ? wordsOfTest(reader) : wordsOfAlert(reader, notice))
}

/** Whether it still is what the notification is about. */
function concerns(ticket: Ticket, actor: Actor, { kind }: StoredNotice): boolean {
  if (kind === 'mentions') return true
  if (ticket.status === 'closed' || ticket.isBot) return false
  if (kind === 'unseen' || kind === 'groups') return ticket.unread > 0
  return ticket.userId === actor.userId && (kind === 'given' || ticket.unread > 0)
}

function payloadOf(cx: Cx, { actor }: Reader, { tag, createdAt }: StoredNotice, words: Words | undefined): Composition {
  if (!words) return nothing
  const unread = getOnlyValue<number>(
    cx.db,
    "SELECT count(*) FROM tickets WHERE user_id = (? + 0) AND status = 'open' AND unread > 0",
    actor.userId,
  )
  const [title, body] = [cut(words.title, MOST_TITLE), cut(words.body, MOST_BODY)]
  const { path, acts = [], takes = null } = words
  return { is: 'payload', payload: { tag, title, body, path, unread, at: createdAt, acts: [...acts] }, takes }
}

/** The strictest of what the company and the person chose: somebody may look at the telephone. */
const lockScreenFor = (cx: Cx, { settings }: Reader, { isBare }: NoticeData, queue: Queue | undefined): LockScreen =>
  isBare === true || !settings.showsText ? 'queue' : lockScreenOf(lockScreensIn(cx.db), queue)

const hidesText = ({ settings }: Reader, { isBare }: NoticeData): boolean => isBare === true || !settings.showsText

function wordsOfTicket(cx: Cx, reader: Reader, ticket: Ticket, { kind, data }: StoredNotice): Words {
  const say = sayIn(reader.language)
  const queue = ticket.queueId === null ? undefined : findQueue(cx.db, ticket.queueId)
  const contact = findContact(cx.db, ticket.contactId)?.name ?? ''
  const by = data.byUserId ? findUser(cx.db, data.byUserId)?.name : undefined
  const path = `/tickets/${ticket.uuid}`
  const shown = lockScreenFor(cx, reader, data, queue)
  if (shown === 'queue') {
    const body =
      kind === 'given'
        ? say('givenHidden')
        : kind === 'mentions'
          ? say('mentionedHidden')
          : kind === 'unseen'
            ? say('unseenQueue', { queue: queue?.name ?? say('noQueue') })
            : say('newMessage')
    return { title: queue?.name ?? PRODUCT, body, path }
  }
  const title = queue ? `${contact} · ${queue.name}` : contact
  const acts = [act('reply', say('reply')), act('open', say('open'))]
  switch (kind) {
    case 'given':
      return { title, body: by ? say('givenBy', { name: by }) : say('given'), path, acts }
    case 'mentions': {
      const note = findMessage(cx.db, data.messageId ?? 0)
      const body = shown === 'name' || !note || note.isDeleted ? say('mentionedHidden') : note.body
      return { title: `${say('mentioned', { name: by ?? '' })} · ${contact}`, body, path }
    }
    case 'groups': {
      const message = findMessage(cx.db, data.messageId ?? 0)
      const said = !message || message.isDeleted || message.body === '' ? say('newMessage') : message.body
      return { title, body: shown === 'name' ? say('newMessage') : said, path, acts }
    }
    case 'unseen': {
      const time = timeIn(reader.language, (data.minutes ?? 0) * MINUTE)
      const holder = ticket.userId === null ? undefined : findUser(cx.db, ticket.userId)?.name
      return {
        title: holder ? say('unseenBy', { name: holder, time }) : say('unseen', { time }),
        body: queue ? say('unseenIn', { contact, queue: queue.name }) : say('unseenContact', { contact }),
        path,
        ...(ticket.userId === reader.actor.userId
          ? { acts }
          : mayTake(reader.actor, ticket) && {
              acts: [act('take', say('attend')), act('open', say('open'))],
              takes: ticket.id,
            }),
      }
    }
    default:
      return { title, body: shown === 'name' ? say('newMessage') : lastWords(ticket, say), path, acts }
  }
}

const act = (name: PushAct['act'], title: string): PushAct => ({ act: name, title })

/** Whether a button of the notification can make it theirs without asking anything. */
const mayTake = (actor: Actor, ticket: Ticket): boolean =>
  mayWriteIn(actor, ticket) &&
  !ticket.isGroup &&
  (ticket.queueId === null ? actor.queueIds.length <= 1 : mayUseQueue(actor, ticket.queueId))

/** The contact's latest message, as in the row of the list. */
function lastWords({ lastFromMe, lastDeleted, lastMessage, lastKind }: Ticket, say: Say): string {
  if (lastFromMe || lastDeleted) return say('newMessage')
  const word = lastKind !== null && isNamed(lastKind) ? say(lastKind) : undefined
  if (lastMessage === '') return word ?? say('newMessage')
  return lastKind === 'ptt' && word ? `${word} · ${lastMessage}` : lastMessage
}

const namedKinds = ['image', 'video', 'audio', 'ptt', 'document', 'sticker', 'location', 'vcard'] as const
const isNamed = (kind: string): kind is (typeof namedKinds)[number] => namedKinds.some((one) => one === kind)

type WaitingRow = { readonly id: number; readonly name: string; readonly since: number }

function wordsOfQueue(cx: Cx, reader: Reader, data: NoticeData): Words | undefined {
  const queue = data.queueId == null ? undefined : findQueue(cx.db, data.queueId)
  const visible = visibleTo(reader.actor)
  const waiting = getRows<WaitingRow>(
    cx.db,
    `SELECT t.id, c.name, ifnull(t.waiting_since, t.created_at) AS since FROM tickets t JOIN contacts c ON c.id = t.contact_id
     WHERE t.status = 'pending' AND t.is_group = 0 AND t.is_bot = 0 AND t.user_id IS NULL
       AND ifnull(t.queue_id, 0) = ? AND ${visible.sql} ORDER BY since LIMIT ${MOST_COUNTED}`,
    [queue?.id ?? 0, ...visible.params],
  )
  const [oldest] = waiting
  if (!oldest) return undefined
  const say = sayIn(reader.language)
  const count = waiting.length === MOST_COUNTED ? `${MOST_COUNTED}+` : String(waiting.length)
  const time = timeIn(reader.language, cx.now() - oldest.since)
  const named = { queue: queue?.name ?? say('noQueue') }
  const isHidden = lockScreenFor(cx, reader, data, queue) === 'queue'
  const ticket = isHidden ? undefined : findTicket(cx.db, oldest.id)
  return {
    title: waiting.length === 1 ? say('oneWaits', named) : say('severalWait', { ...named, count }),
    body: isHidden ? say('oldestHidden', { time }) : say('oldest', { time, name: oldest.name }),
    path: '/tickets?status=pending',
    ...(ticket &&
      mayTake(reader.actor, ticket) && {
        acts: [act('take', say('accept')), act('open', say('open'))],
        takes: ticket.id,
      }),
  }
}
const MOST_COUNTED = 99

function wordsOfAlert(reader: Reader, { kind, data }: StoredNotice): Words {
  const say = sayIn(reader.language)
  const isHidden = hidesText(reader, data)
  const hidden = kind === 'chats' ? say('chatHidden') : say('reminderHidden')
  const title = data.title ?? say('reminder')
  return {
    title: isHidden && kind === 'chats' ? PRODUCT : title,
    body: isHidden ? hidden : (data.body ?? ''),
    path: data.path ?? '/',
  }
}

const wordsOfTest = ({ language }: Reader): Words => ({ title: PRODUCT, body: sayIn(language)('test'), path: '/' })

const PRODUCT = 'Balcão'

type Word = keyof (typeof noticeTexts)['pt-BR']
type Say = (word: Word, values?: Readonly<Record<string, string>>) => string

const sayIn =
  (language: Language): Say =>
  (word, values = {}) =>
    noticeTexts[language][word].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

function timeIn(language: Language, ms: number): string {
  const say = sayIn(language)
  if (ms < MINUTE) return say('justNow')
  return ms < 2 * HOUR
    ? say('minutes', { count: String(Math.floor(ms / MINUTE)) })
    : say('hours', { count: String(Math.floor(ms / HOUR)) })
}
