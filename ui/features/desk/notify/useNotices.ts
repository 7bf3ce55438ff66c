import { useNavigate, useParams } from '@tanstack/react-router'
import { useAtomValue } from 'jotai/react'
import { useEffectEvent, useState } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { messageCreated } from '../../../../src/tickets/messages/contract'
import { desktopNewsAtom } from '../../../shared/desktopNews'
import { showCard } from '../../../shared/desktopNotification'
import { useText } from '../../../shared/i18n/useText'
import { useEvent } from '../../../shared/live/useEvent'
import { useUser } from '../../../shared/session/useUser'
import { volumeAtom } from '../../../shared/volume'
import { contactName } from '../../contacts/contactName'
import { previewOf } from '../../messages/rules/preview'
import { concerns } from '../rules/notices'
import { Bell } from './sound'
import { Claims } from './tabLock'
import { Chime } from './tone'

/**
 * Plays a sound for new messages on every page, and shows a notification when no page is visible. Mounted once, by the
 * shell.
 */
export function useNotices(): void {
  const user = useUser()
  const { ticketId: openUuid } = useParams({ strict: false })
  const volume = useAtomValue(volumeAtom)
  const [chime] = useState(() => new Chime())
  const ring = useEffectEvent(() => chime.ring(volume))
  const [bell] = useState(() => new Bell(new Claims(navigator.locks), () => ring()))
  const show = useShow()
  useEvent(messageCreated, (news) => {
    if (!concerns(news, user.id)) return
    const isLooking = document.hasFocus()
    const isSeen = isLooking && news.ticket.uuid === openUuid
    void bell.hear({ messageId: news.message.id, isLooking, isSeen }, () => show(news.ticket))
  })
}

/** Sender and text, as the row of the list shows them. */
function useShow(): (ticket: TicketSummary) => void {
  const t = useText()
  const navigate = useNavigate()
  const isWanted = useAtomValue(desktopNewsAtom)
  return (ticket) => {
    if (!isWanted) return
    const { text, word } = ticket.last ? previewOf(ticket.last) : { text: ticket.lastMessage, word: null }
    const words = word ? t(`tickets.kind.${word}`) : text
    const author = ticket.isGroup ? ticket.last?.author : null
    showCard({
      title: contactName(ticket),
      body: author ? `${author}: ${words}` : words,
      tag: `ticket.${ticket.uuid}`,
      onOpen: () => void navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: ticket.uuid } }),
    })
  }
}
