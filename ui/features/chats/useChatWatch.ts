import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useAtomValue } from 'jotai/react'
import { type ChatMessage, chatMessageCreated } from '../../../src/features/chats/contract'
import { hasFeature } from '../../../src/tenancy/contract'
import { notificationsAtom, showNotification } from '../../shared/desktopNotification'
import { useText } from '../../shared/i18n/useText'
import { useEvent } from '../../shared/live/useEvent'
import { noticesAtom } from '../../shared/notices'
import { useUser } from '../../shared/session/useUser'
import { useMessageSound } from '../../shared/useMessageSound'
import { useUnsentGuard } from '../messages/sending/SendingProvider'
import { chatsQuery } from './api'
import { pendingAtom } from './outbox'
import { nameOf } from './spec'
import { mutedAtom } from './state'
import { lineOf } from './words'

/** On every page: sound and desktop notification of new messages, and a warning before leaving with unsent ones. */
export function useChatWatch(): void {
  const { id: me, company } = useUser()
  const { chatId: openUuid } = useParams({ strict: false })
  const { chats: isWanted } = useAtomValue(noticesAtom)
  const muted = useAtomValue(mutedAtom)
  const client = useQueryClient()
  const sound = useMessageSound()
  const show = useShow()
  useUnsentGuard(useAtomValue(pendingAtom).length > 0)
  useEvent(chatMessageCreated, ({ newMessage }) => {
    const { id, chatId, senderId } = newMessage
    if (senderId === me || !isWanted || muted.includes(chatId) || !hasFeature(company.features, 'useInternalChat'))
      return
    const chat = client.getQueryData(chatsQuery.queryKey)?.items.find((one) => one.id === chatId)
    const isLooking = document.hasFocus()
    const isSeen = isLooking && chat?.uuid === openUuid
    void sound.hear({ key: `chat.${id}`, isLooking, isSeen }, () => show(newMessage))
  })
}

function useShow(): (message: ChatMessage) => void {
  const t = useText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { id: me } = useUser()
  const isOn = useAtomValue(notificationsAtom)
  return (message) => {
    const chat = client.getQueryData(chatsQuery.queryKey)?.items.find(({ id }) => id === message.chatId)
    if (!isOn || !chat) return
    const title = nameOf(chat, me, t('chats.alone'))
    showNotification({
      title,
      body: title === message.sender.name ? lineOf(t, message) : `${message.sender.name}: ${lineOf(t, message)}`,
      tag: `chat.${chat.uuid}`,
      onOpen: () => void navigate({ to: '/chats/{-$chatId}', params: { chatId: chat.uuid } }),
    })
  }
}
