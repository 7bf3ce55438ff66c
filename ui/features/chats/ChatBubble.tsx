import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, CircleAlert, MessagesSquare } from 'lucide-react'
import { type CSSProperties, memo, useState } from 'react'
import type { ChatMember, ChatMessage } from '../../../src/features/chats/contract'
import type { TicketSummary } from '../../../src/tickets/contract'
import type { Message } from '../../../src/tickets/messages/contract'
import type { SignedInUser } from '../../../src/users/contract'
import { ApiError } from '../../shared/client'
import { useText } from '../../shared/i18n/useText'
import { classes } from '../../shared/kit/classes'
import { colorOf } from '../../shared/kit/Face'
import { Skeleton } from '../../shared/kit/Skeleton'
import { useLongPress } from '../../shared/useLongPress'
import { useContactName } from '../contacts/names'
import { DeletedBody } from '../messages/bodies/DeletedBody'
import { FileBody } from '../messages/bodies/FileBody'
import { PictureBody } from '../messages/bodies/PictureBody'
import { TextBody } from '../messages/bodies/TextBody'
import { VoiceBody } from '../messages/bodies/VoiceBody'
import { BubbleMeta } from '../messages/bubble/BubbleMeta'
import type { Point } from '../messages/bubble/BubbleTools'
import { sizeOf } from '../messages/composer/files'
import { fileKind } from '../messages/rules/attachments'
import { sharedTicketQuery } from './api'
import { ChatQuote } from './ChatQuote'
import { ChatReactions } from './ChatReactions'
import { ChatTools } from './ChatTools'
import { type Pending, useOutbox } from './outbox'

/** A stored message, or one on its way. */
export type BubbleMessage = { readonly message: ChatMessage; readonly pending: Pending | null }

/** Its preview until it is stored. */
export function shownOf(pending: Pending, { id, name }: Pick<SignedInUser, 'id' | 'name'>): BubbleMessage {
  const { chatId, message, clientId, ticketId, quoted, file, waveform, url, createdAt } = pending
  const size = file && sizeOf(file)
  return {
    pending,
    message: {
      id: 0,
      chatId,
      senderId: id,
      sender: { id, name },
      message,
      mediaType: waveform ? 'ptt' : file ? fileKind(file) : 'chat',
      mediaUrl: url,
      media: file && {
        name: file.name,
        mimetype: file.type,
        size: file.size,
        seconds: null,
        width: size?.width ?? null,
        height: size?.height ?? null,
        waveform: waveform && [...waveform],
        thumbnail: null,
        state: 'ready',
      },
      ticketId,
      clientId,
      quoted,
      reactions: [],
      revision: 0,
      isEdited: false,
      isDeleted: false,
      createdAt,
    },
  }
}

type Props = BubbleMessage & {
  isOwn: boolean
  isFirst: boolean
  isLast: boolean
  isLit: boolean
  /** Shows the author above it. */
  isNamed: boolean
  /** The members, whose mentions stand out. */
  members: Members
}

type Members = readonly ChatMember['user'][]

export const ChatBubble = memo(function ChatBubble(props: Props) {
  const { message, pending, isOwn, isFirst, isLast, isLit, isNamed, members } = props
  const isPicture = message.mediaType === 'image' || message.mediaType === 'video'
  const hasTools = pending === null && !message.isDeleted
  const [menuAt, setMenuAt] = useState<Point | null>(null)
  const press = useLongPress((at) => {
    const { x, y, height } = at.getBoundingClientRect()
    setMenuAt({ x, y: y + height })
  })
  return (
    <article
      aria-label={message.sender.name}
      className={classes(
        'msg',
        isOwn ? 'msg-out' : 'msg-in',
        isFirst && 'msg-first',
        isLast && 'msg-last',
        isLit && 'msg-lit',
        pending?.refused && 'msg-failed',
      )}
    >
      <div
        {...(hasTools ? press : {})}
        className={classes('bubble', isPicture && 'bubble-media', message.isDeleted && 'bubble-gone')}
      >
        {hasTools && <ChatTools message={message} isOwn={isOwn} menuAt={menuAt} onMenuEnd={() => setMenuAt(null)} />}
        {isNamed && !message.isDeleted && (
          <b className="bubble-sign bubble-member" style={{ '--c': colorOf(message.sender.name) } as CSSProperties}>
            {message.sender.name}
          </b>
        )}
        {message.quoted && !message.isDeleted && <ChatQuote quoted={message.quoted} />}
        {message.isDeleted ? (
          <DeletedBody
            message={{ ...asMessage(message, false, members), id: 0, fromMe: isOwn }}
            writer={message.sender.name}
          />
        ) : (
          <Body message={message} isPending={pending !== null} members={members} />
        )}
      </div>
      <ChatReactions message={message} />
      {pending?.refused && <Refused pending={pending} reason={pending.refused} />}
    </article>
  )
})

function Body({ message, isPending, members }: { message: ChatMessage; isPending: boolean; members: Members }) {
  const shown = asMessage(message, isPending, members)
  switch (message.mediaType) {
    case 'image':
    case 'video':
      return <PictureBody message={shown} />
    case 'audio':
    case 'ptt':
      return <VoiceBody message={shown} />
    case 'chat':
      if (message.ticketId === null) return <TextBody message={shown} />
      return (
        <>
          <TicketCard id={message.ticketId} />
          {message.message === '' ? <BubbleMeta message={shown} /> : <TextBody message={shown} />}
        </>
      )
    default:
      return <FileBody message={shown} />
  }
}

/** The message as the desk's bubbles take it. Chat messages have no delivery status, but an unsent one has a clock. */
function asMessage(message: ChatMessage, isPending: boolean, colleagues: Members): Message {
  const { id, chatId, message: body, mediaType, mediaUrl, media, sender, clientId, createdAt } = message
  return {
    id: isPending ? 0 : id,
    ticketId: null,
    contactId: chatId,
    whatsappId: 0,
    body,
    fromMe: isPending,
    mediaType,
    mediaUrl,
    media,
    isDeleted: message.isDeleted,
    isEdited: message.isEdited,
    oldMessages: [],
    reactions: [],
    refused: null,
    revision: 0,
    ack: 1,
    failure: null,
    quotedMsg: null,
    contact: { name: sender.name },
    user: sender,
    clientId,
    extra: { colleagues: [...colleagues] },
    createdAt,
  }
}

function Refused({ pending, reason }: { pending: Pending; reason: string }) {
  const t = useText()
  const { retry, discard } = useOutbox(pending.chatId)
  return (
    <p className="failed-line">
      <CircleAlert className="size-3.5!" />
      {t('messages.notSent', { reason })}
      <button type="button" onClick={() => retry(pending)}>
        {t('common.retry')}
      </button>
      <button type="button" onClick={() => discard(pending)}>
        {t('common.unsaved.discard')}
      </button>
    </p>
  )
}

/** A conversation with a contact: a link with the contact's name for users who may open it. */
function TicketCard({ id }: { id: number }) {
  const t = useText()
  const { data, error } = useQuery(sharedTicketQuery(id))
  if (data) return <OpenCard ticket={data} />
  const isHidden = error instanceof ApiError && error.status === 404
  return (
    <div className="bubble-file">
      <span className="kind text-muted!">
        <MessagesSquare />
      </span>
      <span className="min-w-0 flex-1">
        <b>{t('chats.ticket.number', { id })}</b>
        {error ? (
          <small>{t(isHidden ? 'chats.ticket.hidden' : 'chats.ticket.unknown')}</small>
        ) : (
          <Skeleton width="50%" />
        )}
      </span>
    </div>
  )
}

function OpenCard({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const name = useContactName(ticket)
  return (
    <Link to="/tickets/{-$ticketId}" params={{ ticketId: ticket.uuid }} className="bubble-file no-underline!">
      <span className="kind text-primary-ink!">
        <MessagesSquare />
      </span>
      <span className="min-w-0 flex-1">
        <b className="text-base-content" dir="auto">
          {name}
        </b>
        <small>{[t('chats.ticket.of', { id: ticket.id }), ticket.queue?.name].filter(Boolean).join(' · ')}</small>
      </span>
      <ChevronRight className="text-muted" />
    </Link>
  )
}
