import { useAtom } from 'jotai/react'
import { use } from 'react'
import { spoken } from '../../../../src/channels/mentions/contract'
import { FORWARDED_AT_ONCE, type Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { toast } from '../../../shared/kit/toast'
import { AfterFirstPaint } from '../conversation/useAfterFirstPaint'
import { canForward, toggled } from '../rules/messageActions'
import { previewOf } from '../rules/preview'
import { choosingAtom } from '../state'

type Props = { ticketId: number; message: Message }

/** During a selection: the checkbox of a message, with its whole row as the target. */
export function Choice(props: Props) {
  return use(AfterFirstPaint) && <Box {...props} />
}

function Box({ ticketId, message }: Props) {
  const t = useText()
  const [choosing, choose] = useAtom(choosingAtom)
  if (choosing?.ticketId !== ticketId || !canForward(message)) return null
  const { ids } = choosing
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
