import { Forward, LayoutTemplate, Timer, View } from 'lucide-react'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { classes } from '../../../shared/kit/classes'
import { Popover } from '../../../shared/kit/Popover'
import { Ticks } from '../icons'
import { isNote } from '../rules/conversation'
import { lifeOf } from '../rules/kinds'

/** Time and delivery status, at the end of a bubble's last line. */
export function BubbleMeta({ message, className }: { message: Message; className?: string }) {
  const format = useFormat()
  const { expiresIn } = message.extra ?? {}
  const isUnsent = message.id === 0 // a stored note has no status icon
  return (
    <span className={classes('bubble-meta', className)}>
      {message.isEdited && !message.isDeleted && <EditedMark message={message} />}
      {expiresIn !== undefined && !message.isDeleted && <Vanishing seconds={expiresIn} />}
      <time dateTime={message.createdAt} title={format.dateTime(message.createdAt)}>
        {format.time(message.createdAt)}
      </time>
      {message.fromMe && (!isNote(message) || isUnsent) && !message.isDeleted && <Ticks ack={message.ack} />}
    </span>
  )
}

/** Marks an edited message; a click shows its earlier texts. */
function EditedMark({ message }: { message: Message }) {
  const t = useText()
  const format = useFormat()
  if (message.oldMessages.length === 0) return <span>{t('messages.edited')} </span>
  return (
    <>
      <Popover
        label={t('messages.history')}
        side="top"
        className="max-w-80 p-3"
        trigger={
          <button
            type="button"
            className="-mx-0.5 -my-1.25 cursor-pointer px-0.5 py-1.25 underline decoration-dotted underline-offset-2"
            title={t('messages.history')}
          >
            {t('messages.edited')}
          </button>
        }
      >
        <p className="mb-1.5 text-xs font-semibold text-muted">{t('messages.history')}</p>
        <ol className="grid max-h-60 gap-1.5 overflow-y-auto">
          {message.oldMessages.map(({ body, at }) => (
            <li key={at + body} className="text-sm">
              <time className="mr-1.5 text-xs text-faint" dateTime={at} title={format.dateTime(at)}>
                {format.time(at)}
              </time>
              <span dir="auto" className="whitespace-pre-wrap break-words">
                {body}
              </span>
            </li>
          ))}
        </ol>
      </Popover>{' '}
    </>
  )
}

/** Marks above a message: forwarded, view once. */
export function MessageMarks({ message: { extra, mediaType } }: { message: Message }) {
  const t = useText()
  const isOnce = extra?.viewOnce && mediaType !== 'viewOnce'
  if (!extra?.forwarded && !isOnce && !extra?.template) return null
  return (
    <span className="bubble-mark">
      {extra.forwarded && (
        <span>
          <Forward />
          {t(`messages.forwarded.${extra.forwarded}`)}
        </span>
      )}
      {extra.template && (
        <span>
          <LayoutTemplate />
          {t('messages.template')}
        </span>
      )}
      {isOnce && (
        <span>
          <View />
          {t('messages.viewOnce')}
        </span>
      )}
    </span>
  )
}

/** Disappears from the phones, but stays here. */
function Vanishing({ seconds }: { seconds: number }) {
  const t = useText()
  const { unit, count } = lifeOf(seconds)
  const label =
    unit === null
      ? t('messages.vanishes')
      : t('messages.vanishesAfter', { time: t(`messages.life.${unit}`, { count }) })
  return (
    <span role="img" aria-label={label} title={label}>
      <Timer />
    </span>
  )
}
