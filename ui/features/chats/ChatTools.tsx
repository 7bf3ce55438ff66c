import { useQueryClient } from '@tanstack/react-query'
import { useAtom, useSetAtom } from 'jotai/react'
import { Copy, Pencil, Reply, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ChatMessage } from '../../../src/features/chats/contract'
import { useText } from '../../shared/i18n/useText'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { IconButton } from '../../shared/kit/IconButton'
import { toast } from '../../shared/kit/toast'
import { lazyPart } from '../../shared/lazyPart'
import { changeLists } from '../../shared/live/live-query'
import type { Point } from '../messages/bubble/BubbleTools'
import { MoreTools, ReactButton } from '../messages/bubble/MessageTools'
import type { Tool } from '../messages/bubble/useTools'
import { backToWriting } from '../messages/composer/box'
import { deleteMessage } from './api'
import { useReact } from './ChatReactions'
import { quotedOf } from './spec'
import { answeredAtom, editedAtom } from './state'

const ToolMenu = lazyPart(() => import('../messages/bubble/ToolMenu').then((file) => file.ToolMenu))

type Props = {
  message: ChatMessage
  isOwn: boolean
  /** Opens the menu at this position. */
  menuAt: Point | null
  onMenuEnd(): void
}

/** Actions on a stored message: members answer and react, its sender edits and deletes it. */
export function ChatTools({ message, isOwn, menuAt, onMenuEnd }: Props) {
  const t = useText()
  const edit = useSetAtom(editedAtom)
  const [isAsking, setAsking] = useState(false)
  const [answered, setAnswered] = useAtom(answeredAtom)
  const { own, toggle } = useReact(message)
  const answer = () => {
    edit(null)
    setAnswered(new Map(answered).set(message.chatId, quotedOf(message)))
    document.getElementById('composer')?.focus()
  }
  const copy = () => void navigator.clipboard?.writeText(message.message).then(() => toast.success(t('common.copied')))
  const tools = (
    [
      { name: 'reply', label: t('messages.reply'), icon: <Reply />, run: answer },
      isOwn &&
        message.mediaType !== 'ptt' && {
          name: 'edit',
          label: t('common.act.edit'),
          icon: <Pencil />,
          run: () => edit({ message, text: message.message }),
        },
      // The clipboard exists on HTTPS and localhost only.
      message.message !== '' &&
        'clipboard' in navigator && { name: 'copy', label: t('common.act.copy'), icon: <Copy />, run: copy },
      isOwn && { name: 'delete', label: t('messages.delete'), icon: <Trash2 />, run: () => setAsking(true) },
    ] as const satisfies (Tool | false)[]
  ).filter((tool) => tool !== false)
  const far = tools.filter(({ name }) => name !== 'reply')
  return (
    <span className="msg-tools">
      <IconButton size="xs" label={t('messages.reply')} onClick={answer}>
        <Reply />
      </IconButton>
      <ReactButton own={own} onChoose={toggle} />
      {far.length > 0 && <MoreTools tools={far} />}
      {menuAt && (
        <Suspense>
          <ToolMenu
            tools={tools}
            anchor={{ getBoundingClientRect: () => new DOMRect(menuAt.x, menuAt.y, 0, 0) }}
            open
            onOpenChange={(open) => !open && onMenuEnd()}
          />
        </Suspense>
      )}
      {isAsking && <AskDelete message={message} onClose={() => setAsking(false)} />}
    </span>
  )
}

function AskDelete({ message, onClose }: { message: ChatMessage; onClose(): void }) {
  const t = useText()
  const client = useQueryClient()
  const remove = async () => {
    onClose()
    try {
      const put = await deleteMessage(message)
      changeLists<ChatMessage>(client, ['chat-messages', message.chatId], { put })
      backToWriting()
    } catch (failure) {
      toast.failure(failure)
    }
  }
  return (
    <ConfirmDialog
      open
      title={t('messages.deleteTitle')}
      confirm={t('messages.deleteForEveryone')}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {message.message && (
        <p dir="auto" className="mb-2 line-clamp-3 text-base-content">
          {message.message}
        </p>
      )}
      <p>{t('chats.message.deleteText')}</p>
    </ConfirmDialog>
  )
}
