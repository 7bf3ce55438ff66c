import '../push.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { EscalationCompany } from '../../../../src/features/escalation/contract'
import { type PushCompany, type PushCompanyState, pushDevicesChanged } from '../../../../src/features/push/contract'
import type { Escalation } from '../../../../src/queues/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { Loading } from '../../../shared/kit/Loading'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { toast } from '../../../shared/kit/toast'
import { useEvent } from '../../../shared/live/useEvent'
import { RefusedPage } from '../../../shared/RefusedPage'
import { useMay, useUser } from '../../../shared/session/useUser'
import { usePageTitle } from '../../../shared/usePageTitle'
import { companyQuery, saveLockScreens, saveSteps, stepsQuery } from './api'
import { LockScreens } from './LockScreens'
import { Steps } from './Steps'
import { Team } from './Team'
import { Week } from './Week'

/** How the company notifies its people: for those who manage it. */
export function CompanyPage() {
  return useMay()('settings-page:change') ? <Loaded /> : <RefusedPage needs="settings-page:change" />
}

function Loaded() {
  const t = useText()
  const queries = useQueryClient()
  usePageTitle(t('push.title'))
  const company = useQuery(companyQuery)
  const steps = useQuery(stepsQuery)
  useEvent(pushDevicesChanged, () => void queries.invalidateQueries({ queryKey: companyQuery.queryKey }))
  if (company.data && steps.data) return <Company push={company.data} escalation={steps.data} />
  const error = company.error ?? steps.error
  return (
    <Frame>
      {error ? (
        <ErrorState
          error={error}
          title={t('push.error')}
          onRetry={() => void Promise.all([company.refetch(), steps.refetch()])}
        />
      ) : (
        <Loading className="grid gap-3 px-6 py-4">
          <Skeleton width="14rem" />
          <Skeleton width="22rem" />
        </Loading>
      )}
    </Frame>
  )
}

function Frame({ action, children }: { action?: ReactNode; children: ReactNode }) {
  const t = useText()
  const { company } = useUser()
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title">{t('push.title')}</h1>
        <span className="page-count truncate">{t('pushCompany.of', { company: company.name })}</span>
        {action}
      </div>
      <div className="page-body border-t border-line">{children}</div>
    </main>
  )
}

/** What was changed and not saved; the devices and counters beside it are live. */
type Draft = { readonly steps?: Escalation; readonly lockScreens?: PushCompany }

function Company({ push, escalation }: { push: PushCompanyState; escalation: EscalationCompany }) {
  const t = useText()
  const queries = useQueryClient()
  const [draft, setDraft] = useState<Draft>({})
  const [isBusy, setBusy] = useState(false)
  const change = (part: Draft) => setDraft((before) => ({ ...before, ...part }))
  const save = async () => {
    setBusy(true)
    try {
      if (draft.steps) queries.setQueryData(stepsQuery.queryKey, await saveSteps(draft.steps))
      if (draft.lockScreens) queries.setQueryData(companyQuery.queryKey, await saveLockScreens(draft.lockScreens))
      setDraft({})
      toast.success(t('pushCompany.saved'))
    } catch (failure) {
      toast.failure(failure)
    }
    setBusy(false)
  }
  return (
    <Frame
      action={
        <Button tone="primary" busy={isBusy} disabled={!draft.steps && !draft.lockScreens} onClick={() => void save()}>
          {t('pushCompany.save')}
        </Button>
      }
    >
      <div className="push-config">
        <div>
          <Steps
            steps={draft.steps ?? escalation.steps}
            supervisors={escalation.supervisors}
            onChange={(steps) => change({ steps })}
          />
          <LockScreens
            value={draft.lockScreens ?? push.lockScreens}
            onChange={(lockScreens) => change({ lockScreens })}
          />
        </div>
        <div>
          <Team devices={push.devices} />
          <Week push={push.week} escalation={escalation.week} />
        </div>
      </div>
    </Frame>
  )
}
