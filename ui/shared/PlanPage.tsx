import { useNavigate } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { type ComponentType, useEffect, useEffectEvent } from 'react'
import { hasFeature, hasMenu, type PlanFlag } from '../../src/tenancy/contract'
import { DeadEnd } from './DeadEnd'
import { useText } from './i18n/useText'
import { toast } from './kit/toast'
import { useUser } from './session/useUser'

const READ_FOR = 1000

type Props = {
  /** A feature of the company's plan. */
  feature: PlanFlag | undefined
  /** Number of a menu entry. */
  menu: number
  page: ComponentType
}

/** A page that the company's plan must have. Otherwise it says so, and opens the home page after a second. */
export function PlanPage({ feature, menu, page: Page }: Props) {
  const { features, plan } = useUser().company
  const isInPlan = hasMenu(plan, menu) && (feature === undefined || hasFeature(features, feature))
  return isInPlan ? <Page /> : <NotInPlan />
}

function NotInPlan() {
  const t = useText()
  const navigate = useNavigate()
  const leave = useEffectEvent(() => {
    toast.error(t('common.notInPlan.redirecting'))
    const timer = setTimeout(() => void navigate({ to: '/', replace: true }), READ_FOR)
    return () => clearTimeout(timer)
  })
  useEffect(() => leave(), [])
  return (
    <DeadEnd icon={<Lock />} title={t('common.refused.title')}>
      {t('common.notInPlan.text')}
    </DeadEnd>
  )
}
