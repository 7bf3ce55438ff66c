import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { CHAT_MESSAGE_LENGTH } from '../../../src/features/chats/contract'
import { text } from '../../../src/platform/formats'
import type { TicketSummary } from '../../../src/tickets/contract'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { SelectField } from '../../shared/form/SelectField'
import { useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { useUser } from '../../shared/session/useUser'
import { newUuid } from '../../shared/uuid'
import { useContactName } from '../contacts/names'
import { chatsQuery, sendMessage } from './api'
import { nameOf } from './spec'

const Shared = v.object({
  chat: v.pipe(v.string(), v.nonEmpty('form.required')),
  message: text(CHAT_MESSAGE_LENGTH),
})

/** Chooses the chat and a message to share with. */
export function ShareDialog({ ticket, onClose }: { ticket: TicketSummary; onClose(): void }) {
  const t = useText()
  const { id: me } = useUser()
  const name = useContactName(ticket)
  const { data: chats = [] } = useQuery(chatsQuery)
  const [clientId] = useState(newUuid)
  const form = useForm(Shared, { chat: '', message: '' })
  const options = chats.map((chat) => ({ value: String(chat.id), label: nameOf(chat, me, t('chats.alone')) }))
  async function save({ chat, message }: v.InferOutput<typeof Shared>) {
    const nothing = { file: null, waveform: null, quotedId: null }
    await sendMessage(Number(chat), { message, clientId, ticketId: ticket.id, ...nothing })
    toast.success(t('chats.share.done', { name: options.find(({ value }) => value === chat)?.label ?? '' }))
    onClose()
  }
  return (
    <FormDialog
      form={form}
      title={t('chats.share.title', { name })}
      action={t('chats.share.send')}
      onSave={save}
      onClose={onClose}
    >
      <SelectField
        form={form}
        name="chat"
        label={t('chats.share.chat')}
        options={[{ value: '', label: t('chats.share.choose') }, ...options]}
      />
      <FormField
        form={form}
        name="message"
        label={t('common.field.message')}
        lines={3}
        maxLength={CHAT_MESSAGE_LENGTH}
        optional
      />
      <p className="text-xs text-faint">{t('chats.share.note')}</p>
    </FormDialog>
  )
}
