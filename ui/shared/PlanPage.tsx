import { useNavigate } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { type ComponentType, useEffect } from 'react'
import { hasFeature, type PlanFlag } from '../../src/tenancy/contract'
import { DeadEnd } from './DeadEnd'
import { useText } from './i18n/useText'
import { toast } from './kit/toast'
import { useUser } from './session/useUser'

const READ_FOR = 1000

/**
 * A page that requires a feature of the company's plan. Without the feature it says so, and opens the home page after a
 * second.
 */
export function PlanPage({ plan, page: Page }: { plan: PlanFlag; page: ComponentType }) {
  return hasFeature(useUser().company.features, plan) ? <Page /> : <NotInPlan />
}

function NotInPlan() {
  const t = useText()
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once
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
