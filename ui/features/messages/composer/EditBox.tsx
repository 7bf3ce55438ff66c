import { useAtom, useSetAtom } from 'jotai/react'
import { spoken } from '../../../../src/channels/mentions/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { type Message, signed, unsigned } from '../../../../src/tickets/messages/contract'
import { currentPerson } from '../../../shared/session/session'
import { useMessageActions } from '../bubble/useMessageActions'
import { withTokens } from '../rules/withTokens'
import { editedTextAtom, reopenEditAtom } from './drafts'
import { EditFrame } from './EditFrame'
import { useAttach } from './files'
import { useEmojis } from './useEmojis'

type Props = { ticket: TicketSummary; message: Message; onDone(): void }

/** The composer while a message is being edited. The draft is kept, and so is the edit while another ticket is open. */
export function EditBox({ ticket, message, onDone }: Props) {
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
  return (
    <>
      {emojis.list}
      <EditFrame
        text={text}
        onText={(next) => setEdited({ id: message.id, text: next })}
        onFiles={attach}
        picker={emojis.picker}
        canSave={canSave}
        onSave={save}
        onEnd={end}
      />
    </>
  )
}
