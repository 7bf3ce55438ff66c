import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai/react'
import type { Chat, ChatMessage } from '../../../src/features/chats/contract'
import { toast } from '../../shared/kit/toast'
import { changeLists } from '../../shared/live/live-query'
import { store } from '../../shared/store'
import { EditFrame } from '../messages/composer/EditFrame'
import { either } from '../messages/composer/useCompletion'
import { useEmojis } from '../messages/composer/useEmojis'
import { editMessage } from './api'
import { useChosenFiles } from './files'
import { type EditState, editedAtom } from './state'
import { useMentions } from './useMentions'

/** The composer while a message is being edited. The draft is kept. */
export function ChatEditBox({ chat, edited }: { chat: Chat; edited: EditState }) {
  const client = useQueryClient()
  const setEdited = useSetAtom(editedAtom)
  const { attach } = useChosenFiles(chat.id)
  const { message, text } = edited
  const emojis = useEmojis(text)
  const mentions = useMentions(chat, text)
  const body = text.trim()
  const canSave = body !== message.message && (body !== '' || message.media !== null || message.ticketId !== null)
  const end = () => setEdited(null)
  const save = async () => {
    if (!canSave) return
    end()
    try {
      const put = await editMessage(message, body)
      changeLists<ChatMessage>(client, ['chat-messages', chat.id], { put })
    } catch (failure) {
      toast.failure(failure)
      if (store.get(editedAtom) === null) setEdited(edited)
    }
  }
  return (
    <>
      {mentions.list || emojis.list}
      <EditFrame
        text={text}
        onText={(next) => setEdited({ message, text: next })}
        onFiles={attach}
        picker={either(mentions.picker, emojis.picker)}
        canSave={canSave}
        onSave={() => void save()}
        onEnd={end}
      />
    </>
  )
}
