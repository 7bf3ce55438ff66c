import { useSetAtom } from 'jotai/react'
import { Copy, Reply } from 'lucide-react'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { toast } from '../../../shared/kit/toast'
import { isNote } from '../rules/conversation'
import { replyAtom } from '../state'

/** What can be done with one message. */
export function BubbleTools({ ticketId, message }: { ticketId: number; message: Message }) {
  const t = useText()
  const reply = useSetAtom(replyAtom(ticketId))
  const answer = () => {
    reply(message)
    document.getElementById('composer')?.focus()
  }
  // The clipboard exists on HTTPS and localhost only.
  const copy = () => void navigator.clipboard?.writeText(message.body).then(() => toast.success(t('common.copied')))
  return (
    <span className="msg-tools">
      {!isNote(message) && (
        <IconButton size="xs" label={t('messages.reply')} onClick={answer}>
          <Reply className="size-4!" />
        </IconButton>
      )}
      {message.body !== '' && (
        <IconButton size="xs" label={t('messages.copy')} onClick={copy}>
          <Copy className="size-4!" />
        </IconButton>
      )}
    </span>
  )
}
