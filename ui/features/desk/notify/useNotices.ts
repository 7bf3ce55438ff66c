import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect, useEffectEvent } from 'react'
import {
  type TicketSummary,
  ticketDeleted,
  ticketGiven,
  ticketRead,
  ticketUpdated,
} from '../../../../src/tickets/contract'
import { messageCreated } from '../../../../src/tickets/messages/contract'
import { notificationsAtom, showNotification } from '../../../shared/desktopNotification'
import { useText } from '../../../shared/i18n/useText'
import { useEvent } from '../../../shared/live/useEvent'
import { noticesAtom } from '../../../shared/notices'
import { useUser } from '../../../shared/session/useUser'
import { useMessageSound } from '../../../shared/useMessageSound'
import { contactName } from '../../contacts/names'
import { awaitedAtom } from '../../messages/awaited'
import { previewOf } from '../../messages/rules/preview'
import { heldTicket } from '../api'
import { forgetGivenAtom, noteGivenAtom } from './given'
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
  const noteGiven = useSetAtom(noteGivenAtom)
  const forget = useSetAtom(forgetGivenAtom)
  const [awaited, setAwaited] = useAtom(awaitedAtom)
  const notify = (key: string, ticket: TicketSummary): boolean => {
    const isLooking = document.hasFocus()
    const isSeen = isLooking && ticket.uuid === openUuid
    if (wanted[noticeKindOf({ ticket })]) void sound.hear({ key, isLooking, isSeen }, () => show(ticket))
    return isSeen
  }
  useEvent(messageCreated, (news) => {
    if (news.ticket.unreadMessages > 0) forget(news.ticket.id) // counted as unread
    const isAwaited = awaited.includes(news.ticket.id) && !news.message.fromMe
    if (isAwaited) setAwaited(awaited.filter((id) => id !== news.ticket.id))
    if (isAwaited)
      void sound.hear({ key: String(news.message.id), isLooking: false, isSeen: false }, () => show(news.ticket))
    else if (concerns(news, user.id)) notify(String(news.message.id), news.ticket)
  })
  // The server sends it only for what others did.
  useEvent(ticketGiven, ({ ticket }) => noteGiven(ticket, notify(`given.${ticket.id}.${ticket.updatedAt}`, ticket)))
  useEvent(ticketUpdated, ({ ticket }) => {
    if (ticket.userId !== user.id || ticket.status !== 'open') forget(ticket.id)
  })
  useEvent(ticketRead, ({ ticketId }) => forget(ticketId))
  useEvent(ticketDeleted, ({ ticketId }) => forget(ticketId))
  useForgetOpened(openUuid, forget)
}

/** Opening a conversation is looking at it. */
function useForgetOpened(uuid: string | undefined, forget: (ticketId: number) => void): void {
  const client = useQueryClient()
  const look = useEffectEvent(() => {
    const ticket = uuid === undefined || !document.hasFocus() ? undefined : heldTicket(client, uuid)
    if (ticket) forget(ticket.id)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: which one is open
  useEffect(() => look(), [uuid])
  useEffect(() => {
    const focus = () => look()
    addEventListener('focus', focus)
    return () => removeEventListener('focus', focus)
  }, [])
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
