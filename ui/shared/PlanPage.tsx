import { useNavigate } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { type ComponentType, useEffect } from 'react'
import { hasFeature, type PlanFlag } from '../../src/tenancy/contract'
import { DeadEnd } from './DeadEnd'
import { useText } from './i18n/useText'
import { toast } from './kit/toast'
import { useUser } from './session/useUser'

const READ_FOR = 1000

/** A page that the company's plan must bring; where it does not, that is said, and after a second the home page opens. */
export function PlanPage({ plan, page: Page }: { plan: PlanFlag; page: ComponentType }) {
  return hasFeature(useUser().company.features, plan) ? <Page /> : <NotInPlan />
}

function NotInPlan() {
  const t = useText()
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once
  useEffect(() => {
    toast.error(t('common.notInPlan.redirecting'))
    const timer = setTimeout(() => void navigate({ to: '/', replace: true }), READ_FOR)
    return () => clearTimeout(timer)
  }, [])
  return (
    <DeadEnd icon={<Lock />} title={t('common.refused.title')}>
      {t('common.notInPlan.text')}
    </DeadEnd>
  )
}
