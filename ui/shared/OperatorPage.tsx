import { useNavigate } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { type ComponentType, useEffect, useEffectEvent } from 'react'
import { DeadEnd } from './DeadEnd'
import { useText } from './i18n/useText'
import { toast } from './kit/toast'
import { useUser } from './session/useUser'

const READ_FOR = 1000

/** A page of the operator's own people; anybody else is told so, and after a second the home page opens. */
export function OperatorPage({ page: Page }: { page: ComponentType }) {
  return useUser().super ? <Page /> : <NotForUser />
}

function NotForUser() {
  const t = useText()
  const navigate = useNavigate()
  const leave = useEffectEvent(() => {
    toast.error(t('common.notForUser.redirecting'))
    const timer = setTimeout(() => void navigate({ to: '/', replace: true }), READ_FOR)
    return () => clearTimeout(timer)
  })
  useEffect(() => leave(), [])
  return (
    <DeadEnd icon={<Lock />} title={t('common.refused.title')}>
      {t('common.notForUser.text')}
    </DeadEnd>
  )
}
