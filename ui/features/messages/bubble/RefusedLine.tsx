import { CircleAlert } from 'lucide-react'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'

/** An edit, deletion or reaction that the messenger refused and that was undone, with the reason. */
export function RefusedLine({ refused }: { refused: NonNullable<Message['refused']> }) {
  const t = useText()
  const reason = t.find(`messages.failure.${refused.reason}`) ?? t('messages.failure.unknown')
  return (
    <p className="failed-line">
      <CircleAlert className="size-3.5!" />
      {t(`messages.takenBack.${refused.act}`, { reason })}
    </p>
  )
}
