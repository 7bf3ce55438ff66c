import { useSetAtom } from 'jotai/react'
import { spoken } from '../../../../src/channels/mentions/contract'
import { FORWARDED_AT_ONCE, type Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { toast } from '../../../shared/kit/toast'
import { toggled } from '../rules/messageActions'
import { previewOf } from '../rules/preview'
import { choosingAtom } from '../state'

type Props = { choosing: { readonly ticketId: number; readonly ids: readonly number[] }; message: Message }

export function ChoiceBox({ choosing: { ticketId, ids }, message }: Props) {
  const t = useText()
  const choose = useSetAtom(choosingAtom)
  const { text, word } = previewOf({ ...message, body: spoken(message.body, message.extra?.mentions) })
  const toggle = () => {
    const next = toggled(ids, message.id)
    if (next) choose({ ticketId, ids: next })
    else toast.warning(t('messages.choiceMost', { count: FORWARDED_AT_ONCE }))
  }
  return (
    <label className="msg-choice">
      <input
        type="checkbox"
        className="checkbox checkbox-primary checkbox-sm"
        aria-label={t('messages.chooseThis', { text: word ? t(`tickets.kind.${word}`) : text.slice(0, 80) })}
        checked={ids.includes(message.id)}
        onChange={toggle}
      />
    </label>
  )
}
