import { Lock } from 'lucide-react'
import { DeadEnd } from './DeadEnd'
import { useText } from './i18n/useText'

/** Shown for a page without permission. */
export function RefusedPage() {
  const t = useText()
  return (
    <DeadEnd icon={<Lock />} title={t('common.refused.title')}>
      {t('common.refused.text')}
    </DeadEnd>
  )
}
