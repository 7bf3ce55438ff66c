import { useNavigate, useParams } from '@tanstack/react-router'
import { useAtomValue } from 'jotai/react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { messageCreated } from '../../../../src/tickets/messages/contract'
import { notificationsAtom, showNotification } from '../../../shared/desktopNotification'
import { useText } from '../../../shared/i18n/useText'
import { useEvent } from '../../../shared/live/useEvent'
import { noticesAtom } from '../../../shared/notices'
import { useUser } from '../../../shared/session/useUser'
import { useMessageSound } from '../../../shared/useMessageSound'
import { contactName } from '../../contacts/names'
import { previewOf } from '../../messages/rules/preview'
import { concerns, noticeKindOf } from './sound'

/**
 * Plays a sound for new messages on every page, and shows a notification when no page is visible. Mounted once, by the
 * shell.
 */
export function useNotices(): void {
  const user = useUser()
  const { ticketId: openUuid } = useParams({ strict: false })
  const wanted = useAtomValue(noticesAtom)
  const sound = useMessageSound()
  const show = useShow()
  useEvent(messageCreated, (news) => {
    if (!concerns(news, user.id) || !wanted[noticeKindOf(news)]) return
    const isLooking = document.hasFocus()
    const isSeen = isLooking && news.ticket.uuid === openUuid
    void sound.hear({ key: String(news.message.id), isLooking, isSeen }, () => show(news.ticket))
  })
}

/** Sender and text, as in the row of the list. */
function useShow(): (ticket: TicketSummary) => void {
  const t = useText()
  const navigate = useNavigate()
  const isWanted = useAtomValue(notificationsAtom)
  return (ticket) => {
    if (!isWanted) return
    const { text, word } = ticket.last ? previewOf(ticket.last) : { text: ticket.lastMessage, word: null }
    const words = word ? t(`tickets.kind.${word}`) : text
    const author = ticket.isGroup ? ticket.last?.author : null
    showNotification({
      title: contactName(ticket),
      body: author ? `${author}: ${words}` : words,
      tag: `ticket.${ticket.uuid}`,
      onOpen: () => void navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: ticket.uuid } }),
    })
  }
}
