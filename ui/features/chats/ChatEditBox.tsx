import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai/react'
import { Check, PencilLine } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Chat, ChatMessage } from '../../../src/features/chats/contract'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { toast } from '../../shared/kit/toast'
import { changeLists } from '../../shared/live/live-query'
import { store } from '../../shared/store'
import { either } from '../messages/composer/useCompletion'
import { useEmojis } from '../messages/composer/useEmojis'
import { WriteBox } from '../messages/composer/WriteBox'
import { editMessage } from './api'
import { useChosenFiles } from './files'
import { type Edited, editedAtom } from './state'
import { useMentions } from './useMentions'

/** The composer while a message is being edited. The draft is kept. */
export function ChatEditBox({ chat, edited }: { chat: Chat; edited: Edited }) {
  const t = useText()
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
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    end()
  }
  return (
    <>
      {mentions.list || emojis.list}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves from anywhere inside */}
      <div className="composer-box" data-mode="edit" onKeyDown={press}>
        <div className="reply-bar text-sm text-muted">
          <PencilLine className="size-4!" />
          <span className="min-w-0 flex-1 truncate">{t('messages.editing')}</span>
        </div>
        <WriteBox
          text={text}
          onText={(next) => setEdited({ message, text: next })}
          onSubmit={() => void save()}
          onFiles={attach}
          picker={either(mentions.picker, emojis.picker)}
          label={t('messages.editing')}
          placeholder={t('messages.write')}
        />
        <div className="composer-bar">
          <span className="flex-1" />
          <Button size="sm" tone="ghost" onClick={end}>
            {t('common.cancel')}
          </Button>
          <Button
            size="sm"
            tone="primary"
            className="ml-1"
            disabled={!canSave}
            icon={<Check />}
            onClick={() => void save()}
          >
            {t('common.save')}
          </Button>
        </div>
      </div>
    </>
  )
}
