import { Compass } from 'lucide-react'
import { DeadEnd } from '../shared/DeadEnd'
import { useText } from '../shared/i18n/useText'

export function NotFoundPage() {
  const t = useText()
  return (
    <DeadEnd icon={<Compass />} title={t('common.notFound.title')} className="min-h-dvh">
      {t('common.notFound.text')}
    </DeadEnd>
  )
}
