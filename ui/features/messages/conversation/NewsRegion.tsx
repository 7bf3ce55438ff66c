import { useState } from 'react'
import { spoken } from '../../../../src/channels/mentions/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { messageCreated } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { useEvent } from '../../../shared/live/useEvent'
import { writerName } from '../../contacts/names'
import { previewOf } from '../rules/preview'

/** Announces the contact's messages in the open conversation to screen readers. */
export function NewsRegion({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const [said, setSaid] = useState({ id: 0, words: '' })
  useEvent(messageCreated, ({ message }) => {
    if (message.ticketId !== ticket.id || message.fromMe) return
    const { text, word } = previewOf({ ...message, body: spoken(message.body, message.extra?.mentions) })
    const name = writerName(ticket, message.contact?.name)
    setSaid({ id: message.id, words: t('messages.said', { name, text: word ? t(`tickets.kind.${word}`) : text }) })
  })
  return (
    <div role="log" aria-live="polite" className="sr-only">
      {/* A new element for each message: repeating the same text would not be announced. */}
      <p key={said.id}>{said.words}</p>
    </div>
  )
}
