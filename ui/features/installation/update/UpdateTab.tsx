import './update.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { InstallationUpdate, NewPlan } from '../../../../src/operator/update/contract'
import { useText } from '../../../shared/i18n/useText'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { Loading } from '../../../shared/kit/Loading'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { StaleNote } from '../../../shared/kit/StaleNote'
import { useNow } from '../../../shared/kit/useNow'
import { Advice, AttemptSteps } from './AttemptSteps'
import { updateQuery } from './api'
import { Changes } from './Changes'
import { HeldUpBy } from './HeldUpBy'
import { MachineVersions } from './MachineVersions'
import { PlannedSteps } from './PlannedSteps'
import { headOf, isUnderWay, shownAttempt } from './rules'
import { UpdateAddress } from './UpdateAddress'
import { UpdateHead } from './UpdateHead'
import { UpdateSide } from './UpdateSide'

/** The version in use, a newer one, and how an update goes. */
export function UpdateTab() {
  const t = useText()
  const { data, error, refetch } = useQuery(updateQuery)
  if (!data)
    return error ? (
      <ErrorState error={error} title={t('installationUpdate.failed')} onRetry={() => void refetch()} />
    ) : (
      <Loading className="grid gap-4 p-6">
        <Skeleton className="h-20" />
        <Skeleton className="h-48" />
      </Loading>
    )
  const isAway = error !== null && isUnderWay(data.attempt)
  return (
    <>
      {error && !isAway && <StaleNote onRetry={() => void refetch()} />}
      <Shown data={data} isAway={isAway} />
    </>
  )
}

function Shown({ data, isAway }: { data: InstallationUpdate; isAway: boolean }) {
  const now = useNow(15_000)
  const [chosen, setChosen] = useState<NewPlan['when']>('hour')
  const head = headOf(data, now)
  const attempt = shownAttempt(data, now)
  const { offer, plan, obstacle } = data
  const isOpen = offer !== null && obstacle === null && head !== 'running' && head !== 'rolling' && head !== 'heldUp'
  const when = offer?.hasFailed || head === 'halted' ? 'now' : chosen
  return (
    <div className="install">
      <div className="install-form">
        <UpdateHead data={data} head={head} attempt={attempt} when={when} isAway={isAway} />
        {head === 'noAddress' && <UpdateAddress data={data} />}
        {data.fleet && <HeldUpBy companies={data.fleet.heldUpBy} />}
        {data.machines && <MachineVersions machines={data.machines} />}
        {attempt && <AttemptSteps data={data} attempt={attempt} />}
        {attempt && <Advice attempt={attempt} />}
        {offer && head !== 'running' && <Changes offer={offer} companies={data.companies} />}
        {isOpen && !attempt && <PlannedSteps data={data} />}
      </div>
      <UpdateSide data={data} when={when} choose={isOpen && !plan && !attempt ? setChosen : undefined} />
    </div>
  )
}
