import { ArrowDown, ArrowUp } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'

/** Leads up to the first unread message. */
export function UnreadPill({ count, onClick }: { count: number; onClick(): void }) {
  const t = useText()
  return (
    <button type="button" className="pill-new pill-unread cursor-pointer" onClick={onClick}>
      <ArrowUp className="size-4!" />
      {t('tickets.unread', { count })}
    </button>
  )
}

/** Leads down to the end, where `count` messages have arrived meanwhile. */
export function EndPill({ count, onClick }: { count: number; onClick(): void }) {
  const t = useText()
  return (
    <button
      type="button"
      className="pill-new cursor-pointer"
      aria-label={count > 0 ? undefined : t('messages.toEnd')}
      onClick={onClick}
    >
      <ArrowDown className="size-4!" />
      {count > 0 && t('messages.newCount', { count })}
    </button>
  )
}
