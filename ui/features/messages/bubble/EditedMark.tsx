import type { Message } from '../../../../src/tickets/messages/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Popover } from '../../../shared/kit/Popover'

/** Marks an edited message; a click shows its earlier texts. */
export function EditedMark({ message }: { message: Message }) {
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
          <button type="button" className="edited-mark" title={t('messages.history')}>
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
