import { useRouter, useSearch } from '@tanstack/react-router'
import { ArrowDown } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Chat, type ChatMember, type ChatMessage, chatMessageCreated } from '../../../src/features/chats/contract'
import { useDays } from '../../shared/i18n/useDays'
import { useText } from '../../shared/i18n/useText'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Face } from '../../shared/kit/Face'
import { Rich } from '../../shared/kit/Rich'
import { useNow } from '../../shared/kit/useNow'
import { OfflineNotice } from '../../shared/live/OfflineNotice'
import { useEvent } from '../../shared/live/useEvent'
import { useLiveList } from '../../shared/live/useLiveList'
import { useUser } from '../../shared/session/useUser'
import { throttleTrailing } from '../../shared/throttle'
import { DayLabel, UnreadLine } from '../messages/conversation/Dividers'
import { MessageSkeleton } from '../messages/conversation/MessageSkeleton'
import { readChat, threadSpec } from './api'
import { type BubbleMessage, ChatBubble, shownOf } from './ChatBubble'
import { type Pending, useOutbox } from './outbox'
import { daysOf, memberIn, readersOf, unreadIn } from './spec'
import { lineOf } from './words'

/** Pixels from the top that load older messages (as specified), and from the end that follow new ones. */
const [NEAR_TOP, AT_END] = [600, 80]
/** Read after this long on screen. */
const READ_AFTER = 500
/** Maximum of pages loaded to reach a found message. */
const MOST_PAGES = 50
const LIT_FOR = 2_400

/** The messages, opened at the first unread one or at the end. New ones never move the text being read. */
export function Thread({ chat }: { chat: Chat }) {
  const t = useText()
  const thread = useLiveList(threadSpec(chat.id))
  const { pending } = useOutbox(chat.id)
  useReading(chat, thread.isLoaded)
  if (!thread.isLoaded)
    return (
      <div className="chat-floor">
        {thread.error ? <ErrorState error={thread.error} onRetry={thread.retry} /> : <MessageSkeleton />}
      </div>
    )
  return (
    <div className="chat-floor">
      <OfflineNotice />
      <Messages chat={chat} items={thread.items} pending={pending} older={thread} />
      <News chat={chat} label={t('chats.tab.messages')} />
    </div>
  )
}

type Older = { readonly hasMore: boolean; readonly isLoadingMore: boolean; readonly pages: number; loadMore(): void }
type Props = { chat: Chat; items: readonly ChatMessage[]; pending: readonly Pending[]; older: Older }

function Messages({ chat, items, pending, older }: Props) {
  const t = useText()
  const days = useDays()
  const me = useUser()
  const lines = useMemo(() => {
    const known = new Set(items.flatMap(({ clientId }) => clientId ?? []))
    const unanswered = pending.filter(({ clientId }) => !known.has(clientId))
    return [
      ...items.toReversed().map((message) => ({ message, pending: null })),
      ...unanswered.map((one) => shownOf(one, me)),
    ]
  }, [items, pending, me])
  const [unread] = useState(() => {
    const from = memberIn(chat, me.id)?.lastReadId ?? 0
    const first = items.findLast(({ id, senderId }) => id > from && senderId !== me.id)
    return first && unreadIn(chat, me.id) > 0 ? { id: first.id, count: unreadIn(chat, me.id) } : null
  })
  const { box, scrolled, isAway, toEnd, litId } = useScrolling({ chat, lines, older, unreadId: unread?.id ?? null })
  const people = JSON.stringify(chat.users.map(({ user }) => user))
  // The same while only read marks change, so that bubbles do not render again.
  const members = useMemo(() => JSON.parse(people) as ChatMember['user'][], [people])
  const readers = readersOf(items.toReversed(), chat.users, me.id)
  const grouped = daysOf(lines, (at) => days.key(at), unread?.id)
  return (
    <>
      <section
        ref={box}
        className="chat-scroll"
        onScroll={scrolled}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('chats.tab.messages')}
        aria-busy={older.isLoadingMore}
      >
        <div className="chat-col w-full mt-auto">
          {!older.hasMore && <Beginning chat={chat} />}
          {grouped.map(({ at, runs }) => (
            <div key={days.key(at)} className="contents">
              <DayLabel at={at} />
              {runs.map(({ senderId, lines }) => (
                <Run
                  key={lines[0]?.message.clientId ?? lines[0]?.message.id}
                  isDirect={chat.title === '' && chat.users.length <= 2}
                  lines={lines}
                  isOwn={senderId === me.id}
                  unread={unread}
                  litId={litId}
                  readers={readers}
                  members={members}
                />
              ))}
            </div>
          ))}
        </div>
      </section>
      {isAway && (
        <button type="button" className="pill-new cursor-pointer" aria-label={t('messages.toEnd')} onClick={toEnd}>
          <ArrowDown className="size-4!" />
        </button>
      )}
    </>
  )
}

type RunProps = {
  /** A chat between two needs no names. */
  isDirect: boolean
  lines: readonly BubbleMessage[]
  isOwn: boolean
  unread: { readonly id: number; readonly count: number } | null
  litId: number | null
  readers: ReturnType<typeof readersOf>
  members: readonly ChatMember['user'][]
}

/** Consecutive messages of one member. */
function Run({ isDirect, lines, isOwn, unread, litId, readers, members }: RunProps) {
  const begin = lines[0]?.message
  if (!begin) return null
  const bubbles = lines.map(({ message, pending }, at) => (
    <div key={message.clientId ?? message.id} className="contents" data-message={message.id}>
      <ChatBubble
        message={message}
        pending={pending}
        isOwn={isOwn}
        isFirst={at === 0}
        isLast={at === lines.length - 1}
        isLit={message.id === litId}
        isNamed={!isOwn && !isDirect && at === 0}
        members={members}
      />
      <Seen readers={readers.get(message.id) ?? []} />
    </div>
  ))
  return (
    <>
      {unread && begin.id === unread.id && <UnreadLine count={unread.count} />}
      {isOwn || isDirect ? (
        bubbles
      ) : (
        <div className="said-by grid grid-cols-[2rem_minmax(0,1fr)] gap-x-2.5 items-end">
          <Face name={begin.sender.name} size={2} />
          {bubbles}
        </div>
      )}
    </>
  )
}

/** Members who have read up to here. */
function Seen({
  readers,
}: {
  readers: readonly { readonly userId: number; readonly user: { readonly name: string } }[]
}) {
  const t = useText()
  if (readers.length === 0) return null
  const names = readers.map(({ user }) => user.name).join(', ')
  return (
    <p className="flex items-center justify-end gap-1.5 mt-1 text-2xs text-muted" title={names}>
      <span>
        {t('chats.seenBy')}
        <span className="sr-only"> {names}</span>
      </span>
      <span className="faces inline-flex gap-1">
        {readers.slice(0, 8).map(({ userId, user }) => (
          <Face key={userId} name={user.name} size={1.125} />
        ))}
      </span>
      {readers.length > 8 && <span>+{readers.length - 8}</span>}
    </p>
  )
}

function Beginning({ chat }: { chat: Chat }) {
  const t = useText()
  const days = useDays()
  const now = useNow(60_000)
  const when = `${days.label(chat.createdAt, now)}, ${days.time(chat.createdAt)}`
  return (
    <div className="ticket-boundary">
      <span>
        <Rich text={t('chats.begun', { name: chat.createdBy.name, when })} />
      </span>
    </div>
  )
}

type ScrollProps = { chat: Chat; lines: readonly BubbleMessage[]; older: Older; unreadId: number | null }

function useScrolling({ chat, lines, older, unreadId }: ScrollProps) {
  const box = useRef<HTMLElement>(null)
  const router = useRouter()
  const { message: wanted } = useSearch({ from: '/private/chats/{-$chatId}' })
  const [isAway, setAway] = useState(false)
  const [litId, setLitId] = useState<number | null>(null)
  /** The distance to the bottom, which older messages above do not change. */
  const below = useRef(0)
  const first = lines[0]?.message.id
  const last = lines.at(-1)?.message
  const toEnd = () => box.current?.scrollTo({ top: box.current.scrollHeight })
  const elementOf = (id: number) => box.current?.querySelector(`[data-message="${id}"] > .msg`)
  const begin = useEffectEvent(() => {
    const line = unreadId !== null && wanted === undefined ? elementOf(unreadId) : null
    if (line) line.scrollIntoView({ block: 'center' })
    else toEnd()
  })
  useLayoutEffect(() => begin(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: older messages were added above
  useLayoutEffect(() => {
    const { current } = box
    if (current && below.current > 0) current.scrollTop = current.scrollHeight - below.current
  }, [first])
  const follow = useEffectEvent(() => {
    if (!isAway || last?.id === 0) toEnd()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a message was added or read
  useLayoutEffect(() => follow(), [last?.id, last?.clientId, chat.users])
  // Pictures and the composer change the height.
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(() => follow())
    observer.observe(box.current)
    if (box.current.firstElementChild) observer.observe(box.current.firstElementChild)
    return () => observer.disconnect()
  }, [])
  const scrolled = () => {
    const { current } = box
    if (!current) return
    below.current = current.scrollHeight - current.scrollTop
    setAway(below.current - current.clientHeight > AT_END)
    if (current.scrollTop < NEAR_TOP) older.loadMore()
  }
  // Messages that do not fill the pane cannot be scrolled.
  const fill = useEffectEvent(() => {
    const { current } = box
    if (current && current.scrollHeight <= current.clientHeight + NEAR_TOP) older.loadMore()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => fill(), [older.pages])
  const seek = useEffectEvent(() => {
    if (wanted === undefined) return
    const found = elementOf(wanted)
    if (!found && older.hasMore && older.pages < MOST_PAGES) return older.loadMore()
    if (found) {
      found.scrollIntoView({ block: 'center' })
      setLitId(wanted)
    }
    void router.navigate({ to: '/chats/{-$chatId}', params: { chatId: chat.uuid }, search: {}, replace: true })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each loaded page is searched
  useLayoutEffect(() => {
    if (!older.isLoadingMore) seek()
  }, [wanted, older.pages, older.isLoadingMore])
  useEffect(() => {
    if (litId === null) return
    const timer = setTimeout(() => setLitId(null), LIT_FOR)
    return () => clearTimeout(timer)
  }, [litId])
  return { box, scrolled, isAway, toEnd, litId }
}

/** Marks the chat as read while it is visible. */
function useReading(chat: Chat, isLoaded: boolean): void {
  const { id: me } = useUser()
  const read = useEffectEvent(() => {
    if (chat.last && document.visibilityState === 'visible') readChat(chat.id, chat.last.id).catch(() => undefined) // retried when the chat is next seen
  })
  const [reading] = useState(() => throttleTrailing(() => read(), READ_AFTER))
  const isUnread = isLoaded && unreadIn(chat, me) > 0
  const last = chat.last?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message has arrived
  useEffect(() => {
    if (!isUnread) return
    const look = () => reading.ask()
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [isUnread, last])
  useEffect(() => () => reading.cancel(), [reading])
}

/** Announces others' messages in the open chat to screen readers. */
function News({ chat, label }: { chat: Chat; label: string }) {
  const t = useText()
  const { id: me } = useUser()
  const [said, setSaid] = useState({ id: 0, words: '' })
  useEvent(chatMessageCreated, ({ newMessage }) => {
    if (newMessage.chatId !== chat.id || newMessage.senderId === me) return
    setSaid({
      id: newMessage.id,
      words: t('messages.said', { name: newMessage.sender.name, text: lineOf(t, newMessage) }),
    })
  })
  return (
    <div role="log" aria-live="polite" aria-label={label} className="sr-only">
      <p key={said.id}>{said.words}</p>
    </div>
  )
}
