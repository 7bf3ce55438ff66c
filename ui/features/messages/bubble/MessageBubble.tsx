import { useSetAtom } from 'jotai/react'
import { Bot, CalendarClock, Inbox, Megaphone, Smartphone, Sparkles, StickyNote, Terminal, UserPen } from 'lucide-react'
import { type CSSProperties, type MouseEvent, Suspense, useState } from 'react'
import { FAILED } from '../../../../src/channels/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { classes } from '../../../shared/kit/classes'
import { colorOf } from '../../../shared/kit/Face'
import { lazyPart } from '../../../shared/lazyPart'
import { useLongPress } from '../../../shared/useLongPress'
import { writerName } from '../../contacts/names'
import { PictureBody } from '../bodies/PictureBody'
import { type Bubble, isNote } from '../rules/conversation'
import { writerOfOurs } from '../rules/writer'
import { messageDialogAtom } from '../state'
import { channelTexts } from '../texts/channels'
import { failureTexts } from '../texts/failures'
import { BubbleTools, type Point } from './BubbleTools'
import { MessageBody } from './MessageBody'
import { Quote } from './Quote'
import { Reactions } from './Reactions'
import { Choice } from './SelectionBox'

const OutcomeLines = lazyPart(
  () => import('./OutcomeLines').then((file) => file.OutcomeLines),
  channelTexts,
  failureTexts,
)

type Props = {
  bubble: Bubble
  ticket: TicketSummary
  isLit: boolean
  /** One picture of an album, which carries the rest. */
  isTile?: boolean
  onJump(messageId: number): void
}

/** One message. Position and colour show whose it is; screen readers get the name. */
export function MessageBubble({ bubble: { message, pending, first, last }, ticket, isLit, isTile, onJump }: Props) {
  const t = useText()
  const note = isNote(message)
  const writer = writerName(ticket, message.contact?.name)
  // A stored note has no status icon.
  const failed = message.fromMe && (!note || pending !== null) && !message.isDeleted && message.ack === FAILED
  const hasTools = !pending && !message.isDeleted
  const show = useSetAtom(messageDialogAtom)
  const { onContextMenu, ...press } = useLongPress(() => show({ what: 'actions', ticket, message }))
  const [menuAt, setMenuAt] = useState<Point | null>(null)
  const rightClick = (event: MouseEvent<HTMLDivElement>) => {
    onContextMenu(event as Parameters<typeof onContextMenu>[0]) // React's types for mouse events
    if (event.defaultPrevented || isBrowsersOwn(event)) return
    event.preventDefault()
    setMenuAt({ x: event.clientX, y: event.clientY })
  }
  const isPicture = (message.mediaType === 'image' || message.mediaType === 'video') && !message.isDeleted
  return (
    <article
      aria-label={message.fromMe ? writerOfOurs(t, message) : writer}
      className={classes(
        'msg',
        message.fromMe ? 'msg-out' : 'msg-in',
        note && 'msg-note',
        failed && 'msg-failed',
        first && 'msg-first',
        last && 'msg-last',
        isLit && 'msg-lit',
        isTile && 'msg-tile',
      )}
    >
      {hasTools && <Choice ticketId={ticket.id} message={message} />}
      <div
        {...(hasTools ? { ...press, onContextMenu: rightClick } : {})}
        className={classes(
          'bubble',
          isPicture && 'bubble-media',
          message.isDeleted && 'bubble-gone',
          message.mediaType === 'sticker' && !message.isDeleted && 'bubble-sticker',
        )}
      >
        {hasTools && (
          <BubbleTools ticket={ticket} message={message} menuAt={menuAt} onMenuEnd={() => setMenuAt(null)} />
        )}
        {!isTile && (first || message.extra?.signature || message.extra?.origin) && (
          <Signature message={message} isGroup={ticket.isGroup} />
        )}
        {message.quotedMsg && !message.isDeleted && (
          <Quote quoted={message.quotedMsg} ticket={ticket} onJump={onJump} />
        )}
        {isTile ? <PictureBody message={message} isTile /> : <MessageBody message={message} writer={writer} />}
      </div>
      <Reactions ticket={ticket} message={message} />
      {(failed || pending || message.refused) && (
        <Suspense>
          <OutcomeLines ticket={ticket} message={message} pending={pending} hasFailed={failed} />
        </Suspense>
      )}
    </article>
  )
}

/** On a link, a field or selected text the browser's menu is more useful. */
function isBrowsersOwn({ target, currentTarget }: MouseEvent<HTMLDivElement>): boolean {
  const isInside = target instanceof Element && currentTarget.contains(target)
  return !isInside || target.closest('a, input, video') !== null || getSelection()?.isCollapsed === false
}

const originIcons = {
  bot: Bot,
  campaign: Megaphone,
  schedule: CalendarClock,
  api: Terminal,
  app: Smartphone,
  phone: Smartphone,
  metaInbox: Inbox,
  metaAi: Sparkles,
} as const

/** The attendant who wrote it, or the group member. */
export function Signature({ message, isGroup }: { message: Message; isGroup: boolean }) {
  const t = useText()
  const name = message.fromMe ? message.user?.name : isGroup ? message.contact?.name : undefined
  if (isNote(message)) {
    return (
      <b className="bubble-sign">
        <StickyNote className="mr-1 inline-block size-3.5! align-[-2px]" />
        {[t('messages.note'), name].filter(Boolean).join(' · ')}
      </b>
    )
  }
  const signature = message.isDeleted ? undefined : message.extra?.signature
  if (signature)
    return (
      <b className="bubble-sign" title={t('messages.signed')}>
        {signature}
        <UserPen className="ml-1 inline-block size-3.5! align-[-2px]" />
      </b>
    )
  const origin = message.isDeleted ? undefined : message.extra?.origin
  if (origin) {
    const Icon = originIcons[origin.by]
    return (
      <b className="bubble-sign">
        <Icon className="mr-1 inline-block size-3.5! align-[-2px]" />
        {writerOfOurs(t, message)}
      </b>
    )
  }
  if (!name) return null
  // Each group member has their avatar's colour.
  return message.fromMe ? (
    <b className="bubble-sign">{name}</b>
  ) : (
    <b className="bubble-sign bubble-member" style={{ '--c': colorOf(name) } as CSSProperties}>
      {name}
    </b>
  )
}
