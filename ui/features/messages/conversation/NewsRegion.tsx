import { useState } from 'react'
import { spoken } from '../../../../src/channels/mentions/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { messageCreated } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { useEvent } from '../../../shared/live/useEvent'
import { writerName } from '../../contacts/names'
import { previewOf } from '../rules/preview'

/** Reads out what the contact writes in the open conversation. */
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
      {/* Another element for each message: the same words twice would be no news. */}
      <p key={said.id}>{said.words}</p>
    </div>
  )
}
