import { Lock } from 'lucide-react'
import { DeadEnd } from '../../shared/DeadEnd'
import { useText } from '../../shared/i18n/useText'

/** A page that exists, and is not for this person. */
export function RefusedPage() {
  const t = useText()
  return (
    <DeadEnd icon={<Lock />} title={t('common.refused.title')}>
      {t('common.refused.text')}
    </DeadEnd>
  )
}
