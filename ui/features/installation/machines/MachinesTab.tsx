import '../../../shared/theme/pane.css'
import './machines.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Fleet } from '../../../../src/features/machines/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { ConfirmDialog } from '../../../shared/kit/ConfirmDialog'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { Loading } from '../../../shared/kit/Loading'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { toast } from '../../../shared/kit/toast'
import { useView, type View } from '../../../shared/table/useView'
import { InstallationView } from '../view'
import { MACHINES, machinesQuery, spreadCompanies } from './api'
import { CompaniesPane, MachinePane } from './MachinePane'
import { MachinesTable } from './MachinesTable'
import { NoFleet } from './NoFleet'
import { Notices, Unreachable } from './Notices'

/** The machines of the installation, and the companies on them. */
export function MachinesTab() {
  const t = useText()
  const { data, error, refetch } = useQuery(machinesQuery)
  const view = useView(InstallationView)
  if (!data)
    return error ? (
      <ErrorState error={error} title={t('machines.failed')} onRetry={() => void refetch()} />
    ) : (
      <Loading className="grid gap-4 p-6">
        <Skeleton className="h-12" />
        <Skeleton className="h-48" />
      </Loading>
    )
  if (!data.fleet) return <NoFleet />
  return (
    <div className="machines">
      {error && <Unreachable onRetry={() => void refetch()} />}
      <Shown fleet={data.fleet} view={view} />
    </div>
  )
}

function Shown({ fleet, view }: { fleet: Fleet; view: View<InstallationView> }) {
  const { machine: name, companies } = view.now
  const machine = fleet.machines.find((one) => one.name === name)
  const close = () => view.change({ machine: undefined, companies: undefined, search: undefined, page: undefined })
  const show = (machine: string) => view.change({ machine, companies: undefined, search: undefined, page: undefined })
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Notices fleet={fleet} view={view} />
        <MachinesTable machines={fleet.machines} shown={machine?.name} onShow={show} />
        <Summary fleet={fleet} view={view} />
      </div>
      {machine ? (
        <MachinePane key={machine.name} fleet={fleet} machine={machine} view={view} onClose={close} />
      ) : (
        companies && <CompaniesPane fleet={fleet} view={view} onClose={close} />
      )}
    </>
  )
}

function Summary({ fleet, view }: { fleet: Fleet; view: View<InstallationView> }) {
  const t = useText()
  const { number } = useFormat()
  const { total, moving, planned } = fleet.companies
  const words = [
    t('machines.total', { n: number(total), count: total }),
    ...(moving > 0 ? [t('machines.movingNow', { n: number(moving), count: moving })] : []),
    ...(planned > 0 ? [t('machines.plannedMoves', { n: number(planned), count: planned })] : []),
  ]
  return (
    <div className="flex flex-wrap items-center gap-3 px-6 py-3 text-sm text-muted max-md:px-4">
      {words.join(', ')}
      <Button
        size="sm"
        tone="ghost"
        onClick={() => view.change({ machine: undefined, companies: 'all', search: undefined, page: undefined })}
      >
        {t('machines.allCompanies')}
      </Button>
      {fleet.machines.filter(({ state }) => state === 'running').length > 1 && <Spread />}
    </div>
  )
}

function Spread() {
  const t = useText()
  const { number } = useFormat()
  const queries = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: spreadCompanies,
    onSuccess: ({ moves }) => {
      setIsAsking(false)
      toast.success(moves > 0 ? t('machines.spreadDone', { n: number(moves), count: moves }) : t('machines.spreadNone'))
    },
    onError: toast.failure,
    onSettled: () => queries.invalidateQueries({ queryKey: MACHINES }),
  })
  return (
    <>
      <Button size="sm" tone="ghost" onClick={() => setIsAsking(true)}>
        {t('machines.spread')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('machines.spreadTitle')}
        confirm={t('machines.spreadConfirm')}
        busy={isPending}
        onConfirm={() => mutate()}
        tone="primary"
      >
        <p>{t('machines.spreadText')}</p>
      </ConfirmDialog>
    </>
  )
}
