import { useNavigate } from '@tanstack/react-router'
import { useAtomValue } from 'jotai/react'
import { type NoteMention, noteMentioned } from '../../../../src/features/note-mentions/contract'
import { notificationsAtom, showNotification } from '../../../shared/desktopNotification'
import { useText } from '../../../shared/i18n/useText'
import { toast } from '../../../shared/kit/toast'
import { useEvent } from '../../../shared/live/useEvent'
import { useMessageSound } from '../../../shared/useMessageSound'
import { useOpenUuid } from '../useDesk'

/** Notifies a mentioned user on every page, unless they are looking at the conversation. */
export function useMentionNotices(): void {
  const t = useText()
  const navigate = useNavigate()
  const openUuid = useOpenUuid()
  const isOn = useAtomValue(notificationsAtom)
  const sound = useMessageSound()
  useEvent(noteMentioned, ({ mention }) => {
    const isLooking = document.hasFocus()
    const isSeen = isLooking && mention.ticket.uuid === openUuid
    if (!isSeen) toast.info(t('mentions.news', wordsOf(mention)))
    void sound.hear({ key: `mention.${mention.id}`, isLooking, isSeen }, () => {
      if (!isOn) return
      const onOpen = () => void navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: mention.ticket.uuid } })
      showNotification({
        title: mention.contact.name,
        body: `${mention.user.name}: ${mention.body}`,
        tag: `mention ${mention.id}`,
        onOpen,
      })
    })
  })
}

const SHOWN = 80
const wordsOf = ({ user, contact, body }: NoteMention) => ({
  author: user.name,
  name: contact.name,
  text: body.length > SHOWN ? `${body.slice(0, SHOWN).toWellFormed()}…` : body,
})
