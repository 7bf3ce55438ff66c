import { Check, PencilLine } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { useActs } from '../useActs'
import { WriteBox } from './WriteBox'

type Props = { ticket: TicketSummary; message: Message; onDone(): void }

/** The composer while a message is being edited; the draft waits behind it. */
export function EditBox({ ticket, message, onDone }: Props) {
  const t = useText()
  const { edit } = useActs(ticket.id)
  const [text, setText] = useState(message.body)
  const body = text.trim()
  const canSave = body !== '' && body !== message.body
  const save = () => {
    if (!canSave) return
    edit(message, body)
    onDone()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onDone()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves from anywhere inside
    <div className="composer-box" data-mode="edit" onKeyDown={press}>
      <div className="reply-bar text-sm text-muted">
        <PencilLine className="size-4!" />
        <span className="min-w-0 flex-1 truncate">{t('messages.editing')}</span>
      </div>
      <WriteBox
        ticket={ticket}
        text={text}
        onText={setText}
        onSubmit={save}
        label={t('messages.editing')}
        placeholder={t('messages.write')}
      />
      <div className="composer-bar">
        <span className="flex-1" />
        <Button size="sm" tone="ghost" onClick={onDone}>
          {t('common.cancel')}
        </Button>
        <Button size="sm" tone="primary" className="ml-1" disabled={!canSave} icon={<Check />} onClick={save}>
          {t('messages.saveEdit')}
        </Button>
      </div>
    </div>
  )
}
