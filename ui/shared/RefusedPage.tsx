import { Lock } from 'lucide-react'
import { type Permission, profilesOf } from '../../src/users/permissions'
import { DeadEnd } from './DeadEnd'
import { useText } from './i18n/useText'

/** Shown when the user lacks the page's permission; says who may open it. */
export function RefusedPage({ needs }: { needs: Permission }) {
  const t = useText()
  const isOfSupervisors = profilesOf(needs).includes('supervisor')
  return (
    <DeadEnd icon={<Lock />} title={t('common.refused.title')}>
      {t(isOfSupervisors ? 'common.refused.forSupervisors' : 'common.refused.forAdmins')}
    </DeadEnd>
  )
}
