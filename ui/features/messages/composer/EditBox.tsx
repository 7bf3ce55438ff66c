import { useAtom, useSetAtom } from 'jotai/react'
import { Check, PencilLine } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { spoken } from '../../../../src/channels/mentions/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { type Message, signed, unsigned } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { currentPerson } from '../../../shared/session/session'
import { useMessageActions } from '../bubble/useMessageActions'
import { withTokens } from '../rules/completion'
import { editedTextAtom, reopenEditAtom } from './drafts'
import { useAttach } from './files'
import { useEmojis } from './useEmojis'
import { WriteBox } from './WriteBox'

type Props = { ticket: TicketSummary; message: Message; onDone(): void }

/** The composer while a message is being edited. The draft is kept, and so is the edit while another ticket is open. */
export function EditBox({ ticket, message, onDone }: Props) {
  const t = useText()
  const { edit } = useMessageActions(ticket.id)
  const attach = useAttach(ticket)
  const { mentions = [], signature } = message.extra ?? {}
  const said = unsigned(message.body, signature)
  const [edited, setEdited] = useAtom(editedTextAtom(ticket.id))
  const reopen = useSetAtom(reopenEditAtom)
  const text = edited?.id === message.id ? edited.text : spoken(said, mentions)
  const emojis = useEmojis(text)
  const body = withTokens(text.trim(), said, mentions)
  const canSave = body !== '' && body !== said
  const end = () => {
    setEdited(null)
    onDone()
  }
  const save = () => {
    if (!canSave) return
    const whose = currentPerson()
    edit(message, signed(body, signature), () => reopen({ ticketId: ticket.id, message, text, whose }))
    end()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    end()
  }
  return (
    <>
      {emojis.list}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves from anywhere inside */}
      <div className="composer-box" data-mode="edit" onKeyDown={press}>
        <div className="reply-bar text-sm text-muted">
          <PencilLine className="size-4!" />
          <span className="min-w-0 flex-1 truncate">{t('messages.editing')}</span>
        </div>
        <WriteBox
          text={text}
          onFiles={attach}
          onText={(next) => setEdited({ id: message.id, text: next })}
          onSubmit={save}
          picker={emojis.picker}
          label={t('messages.editing')}
          placeholder={t('messages.write')}
        />
        <div className="composer-bar">
          <span className="flex-1" />
          <Button size="sm" tone="ghost" onClick={end}>
            {t('common.cancel')}
          </Button>
          <Button size="sm" tone="primary" className="ml-1" disabled={!canSave} icon={<Check />} onClick={save}>
            {t('common.save')}
          </Button>
        </div>
      </div>
    </>
  )
}
