import { useAtomValue } from 'jotai/react'
import { Ban, CircleAlert, PencilLine } from 'lucide-react'
import { FAILED } from '../../../../src/channels/contract'
import type { LastMessage, TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { useUser } from '../../../shared/session/useUser'
import { filesAtom, recordedAtom, shownDraftAtom } from '../../messages/composer/drafts'
import { KindIcon, Ticks } from '../../messages/icons'
import { type RowWords, rowWords } from '../../messages/rules/outgoing'
import { previewOf } from '../../messages/rules/preview'
import { ourWriter } from '../../messages/rules/writer'
import { useOutgoing } from '../../messages/sending/SendingProvider'
import { useIsGiven } from '../notify/given'
import { typingAtom } from '../presence'

type Props = { ticket: TicketSummary; isCurrent: boolean }

/** Second line of a row: typing, an unsent draft, or the last message, even if the server does not have it yet. */
export function LastLine({ ticket, isCurrent }: Props) {
  return (
    <span className="ticket-line">
      <span className="ticket-last">
        <LastWords ticket={ticket} isCurrent={isCurrent} />
      </span>
      <Badge ticket={ticket} />
    </span>
  )
}

function Badge({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const isGiven = useIsGiven(ticket.id)
  if (ticket.unreadMessages === 0 && !ticket.isMarkUnread && !isGiven) return null
  const label =
    ticket.unreadMessages > 0
      ? t('tickets.unread', { count: ticket.unreadMessages })
      : t(ticket.isMarkUnread ? 'tickets.markedUnread' : 'tickets.given')
  return (
    <span className="ticket-badge" role="img" aria-label={label} title={label}>
      {ticket.unreadMessages > 99 ? '99+' : ticket.unreadMessages || ''}
    </span>
  )
}

function LastWords({ ticket, isCurrent }: Props) {
  const t = useText()
  const draft = useDraft(ticket.id)
  const typing = useAtomValue(typingAtom(ticket.id))
  const words = rowWords(ticket.last, useOutgoing(ticket.id), useUser())
  if (typing) return <span className="typing">{t(`tickets.${typing}`)}</span>
  if (draft && !isCurrent && words.last === ticket.last) {
    return (
      <>
        {words.isMarked && <FailedBefore />}
        <PencilLine className="draft" />
        <b className="draft">{t('tickets.draft')}</b>
        <span dir="auto">{draft}</span>
      </>
    )
  }
  return (
    <>
      {words.isMarked && <FailedBefore />}
      <LastMessageWords ticket={ticket} last={words.last} />
    </>
  )
}

/** The draft: its text, otherwise its attachments. */
function useDraft(ticketId: number): string {
  const t = useText()
  const text = useAtomValue(shownDraftAtom(ticketId))
  const files = useAtomValue(filesAtom(ticketId))
  const recorded = useAtomValue(recordedAtom(ticketId))
  if (text !== '') return text
  if (files.length > 0) return t('messages.files')
  return recorded ? t('tickets.kind.ptt') : ''
}

/** An earlier message of ours was refused. */
function FailedBefore() {
  const t = useText()
  const label = t('tickets.notSentBefore')
  return (
    <span className="tick-box" role="img" aria-label={label} title={label}>
      <CircleAlert className="tick tick-failed" />
    </span>
  )
}

type LastProps = { ticket: TicketSummary; shorten?: (words: string) => string } & Pick<RowWords, 'last'>

/** `shorten`: where there is room for few words only. */
export function LastMessageWords({ ticket, last: written, shorten = (words) => words }: LastProps) {
  const t = useText()
  const user = useUser()
  const last = wantedBy(ticket, written)
  if (!last) return <span dir="auto">{shorten(ticket.lastMessage)}</span>
  if (last.isDeleted) return <GoneWords name={last.fromMe ? null : last.author} />
  const isNote = last.mediaType === 'note'
  // A stored note has no status icon: it is not sent to anybody.
  const hasTick = last.fromMe && (!isNote || last !== ticket.last)
  const { icon, text, word, length } = previewOf(last)
  const words = shorten([word ? t(`tickets.kind.${word}`) : text, length].filter(Boolean).join(' · '))
  const isMine = last.fromMe && (last.author === null || last.author === user.name)
  const { origin } = last
  const author = last.fromMe || ticket.isGroup ? (isMine ? t('tickets.you') : last.author) : null
  const lead = isNote
    ? isMine
      ? t('tickets.ownNote')
      : t('tickets.noteOf', { name: author ?? '' })
    : origin
      ? `${ourWriter(t, { name: null, origin })}:`
      : author && `${author}:`
  if (hasTick && last.ack === FAILED) {
    return (
      <>
        <Ticks ack={0} />
        <span dir="auto" className="text-error-ink">
          {t('tickets.notSent', { text: words })}
        </span>
      </>
    )
  }
  return (
    <>
      {hasTick && <Ticks ack={last.ack} />}
      {icon && (
        <KindIcon
          icon={icon}
          className={isNote ? 'text-warning-ink' : ticket.unreadMessages > 0 ? 'text-primary-ink' : undefined}
        />
      )}
      {lead && <em>{lead}</em>}
      <span dir="auto">{words}</span>
    </>
  )
}

/** While a contact waits or is with the bot, a row shows what they want rather than what the bot last said. */
function wantedBy({ heard, last }: TicketSummary, written: LastMessage | null): LastMessage | null {
  if (heard === null || written !== last || written?.mediaType === 'note') return written
  return { ...heard, fromMe: false, ack: 0, author: null, origin: null, isDeleted: false }
}

/** In a chat with one person the row's name is the author. */
function GoneWords({ name }: { name: string | null }) {
  const t = useText()
  return (
    <>
      <Ban />
      <span>
        <em>{name === null ? t('messages.deleted') : t('messages.deletedBy', { name })}</em>
      </span>
    </>
  )
}
