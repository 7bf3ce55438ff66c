import { useSetAtom } from 'jotai/react'
import { Copy, Pencil, Reply, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { toast } from '../../../shared/kit/toast'
import { canDelete, canReact, editTimeLeft } from '../rules/acts'
import { isNote } from '../rules/conversation'
import { deletingAtom, editAtom, replyAtom } from '../state'
import { ReactButton } from './ReactButton'

type Props = { ticket: TicketSummary; message: Message }

/** What can be done with one message. */
export function BubbleTools({ ticket, message }: Props) {
  const t = useText()
  const reply = useSetAtom(replyAtom(ticket.id))
  const edit = useSetAtom(editAtom(ticket.id))
  const remove = useSetAtom(deletingAtom)
  const answer = () => {
    edit(null)
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
      {canReact(message) && <ReactButton ticketId={ticket.id} message={message} />}
      <EditButton message={message} onEdit={() => edit(message)} />
      {message.body !== '' && (
        <IconButton size="xs" label={t('messages.copy')} onClick={copy}>
          <Copy className="size-4!" />
        </IconButton>
      )}
      {canDelete(message) && (
        <IconButton size="xs" label={t('messages.delete')} onClick={() => remove({ ticket, message })}>
          <Trash2 className="size-4!" />
        </IconButton>
      )}
    </span>
  )
}

/** There while there is time. */
function EditButton({ message, onEdit }: { message: Message; onEdit(): void }) {
  const t = useText()
  const [isOver, setOver] = useState(false)
  const left = editTimeLeft(message, Date.now())
  const isEditable = left > 0
  useEffect(() => {
    if (!isEditable) return
    const timer = setTimeout(() => setOver(true), editTimeLeft(message, Date.now()))
    return () => clearTimeout(timer)
  }, [message, isEditable])
  if (!isEditable || isOver) return null
  return (
    <IconButton size="xs" label={t('messages.edit')} onClick={onEdit}>
      <Pencil className="size-4!" />
    </IconButton>
  )
}
