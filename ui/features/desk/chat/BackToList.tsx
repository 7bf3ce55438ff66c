import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { buttonClass } from '../../../shared/kit/Button'
import { cx } from '../../../shared/kit/cx'

/** On a phone, where the conversation covers the list. */
export function BackToList() {
  const t = useText()
  return (
    <Link
      to="/tickets/{-$ticketId}"
      params={{ ticketId: undefined }}
      activeOptions={{ exact: true }}
      className={cx(buttonClass('ghost', 'sm'), 'btn-icon only-phone')}
      aria-label={t('messages.back')}
    >
      <ArrowLeft />
    </Link>
  )
}
