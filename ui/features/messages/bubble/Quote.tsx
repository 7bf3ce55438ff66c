import type { TicketSummary } from '../../../../src/tickets/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { useUser } from '../../../shared/session/useUser'
import { writerName } from '../../contacts/names'
import { KindIcon } from '../icons'
import { previewOf } from '../rules/preview'
import { ourWriter } from '../rules/writer'

type Props = { quoted: NonNullable<Message['quotedMsg']>; ticket: TicketSummary; onJump(messageId: number): void }

/** The quoted message; a click scrolls to it. */
export function Quote({ quoted, ticket, onJump }: Props) {
  const { id } = quoted
  const words = <QuoteWords quoted={quoted} ticket={ticket} />
  if (id === null || id === 0) return <span className="bubble-quote cursor-default!">{words}</span>
  return (
    <button type="button" className="bubble-quote w-[calc(100%+0.5625rem)] text-left" onClick={() => onJump(id)}>
      {words}
    </button>
  )
}

export function QuoteWords({ quoted, ticket }: Omit<Props, 'onJump'>) {
  const t = useText()
  const user = useUser()
  const name = quoted.author === user.name ? t('tickets.you') : quoted.author
  const { icon, text, word } = previewOf(quoted)
  return (
    <>
      <b>{quoted.fromMe ? ourWriter(t, { ...quoted, name }) : writerName(ticket, quoted.author)}</b>
      <span className="quote-text" dir="auto">
        {icon && !quoted.isDeleted && <KindIcon icon={icon} className="mr-1 inline-block size-3.5! align-[-2px]" />}
        <bdi>{quoted.isDeleted ? t('messages.deleted') : word ? t(`tickets.kind.${word}`) : text}</bdi>
      </span>
    </>
  )
}
