import { useText } from '../../../shared/i18n/useText'

/** Where one left off reading. */
export function UnreadLine({ count }: { count: number }) {
  const t = useText()
  return (
    <div className="seam seam-unread">
      <span>{t('tickets.unread', { count })}</span>
    </div>
  )
}
