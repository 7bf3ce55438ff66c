import type { ReactNode } from 'react'
import { useText } from '../i18n/useText'

/** Wraps skeletons and announces "loading" to screen readers. */
export function Loading({ className, children }: { className: string; children: ReactNode }) {
  const t = useText()
  return (
    <div className={className} role="status" aria-busy="true" aria-label={t('common.loading')}>
      {children}
    </div>
  )
}
