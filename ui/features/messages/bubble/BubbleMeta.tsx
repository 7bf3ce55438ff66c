import type { Message } from '../../../../src/tickets/messages/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { cx } from '../../../shared/kit/cx'
import { isNote } from '../rules/conversation'
import { Ticks } from '../Ticks'
import { EditedMark } from './EditedMark'
import { Vanishing } from './MessageMarks'

/** Time and ticks, at the end of a bubble's last line. */
export function BubbleMeta({ message, className }: { message: Message; className?: string }) {
  const format = useFormat()
  const { expiresIn } = message.extra ?? {}
  const isUnsent = message.id === 0 // a stored note has no tick
  return (
    <span className={cx('bubble-meta', className)}>
      {message.isEdited && !message.isDeleted && <EditedMark message={message} />}
      {expiresIn !== undefined && !message.isDeleted && <Vanishing seconds={expiresIn} />}
      <time dateTime={message.createdAt} title={format.dateTime(message.createdAt)}>
        {format.time(message.createdAt)}
      </time>
      {message.fromMe && (!isNote(message) || isUnsent) && !message.isDeleted && <Ticks ack={message.ack} />}
    </span>
  )
}
