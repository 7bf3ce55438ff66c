import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRightLeft, LoaderCircle } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import {
  COMPANIES_A_PAGE,
  type CompanyFilter,
  companyFilters,
  type Fleet,
  type MachineCompany,
} from '../../../../src/features/machines/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { Face } from '../../../shared/kit/Face'
import { FilterChip } from '../../../shared/kit/FilterChip'
import { Loading } from '../../../shared/kit/Loading'
import { SearchBox } from '../../../shared/kit/SearchBox'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { toast } from '../../../shared/kit/toast'
import { lazyPart } from '../../../shared/lazyPart'
import type { View } from '../../../shared/table/useView'
import type { InstallationView } from '../view'
import { cancelMove, companiesQuery, MACHINES } from './api'
import { useMoveWords } from './useMoveWords'

const MoveDialog = lazyPart(() => import('./MoveDialog').then((file) => file.MoveDialog))

type Props = {
  fleet: Fleet
  machine: string | undefined
  state: CompanyFilter | undefined
  view: View<InstallationView>
  /** Gets the first company of an unfiltered list that can be moved. */
  onLargest?(company: MachineCompany | undefined): void
}

/** Companies, searched, filtered and paged on the server; each can be moved. */
export function CompanyList({ fleet, machine, state, view, onLargest }: Props) {
  const t = useText()
  const { search = '', page = 1, companies } = view.now
  const filter = machine === undefined ? state : companies === 'all' ? undefined : companies
  const { data, error, refetch } = useQuery(companiesQuery({ machine, state: filter, search, page }))
  const [moved, setMoved] = useState<number | null>(null)
  const isWhole = search === '' && filter === undefined && page === 1
  const largest = data?.records.find(({ move, isFirst }) => move === null && !isFirst)
  const report = useEffectEvent((company: MachineCompany | undefined) => onLargest?.(company))
  useEffect(() => {
    if (isWhole) report(largest)
  }, [isWhole, largest])
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-5 pb-2">
        <SearchBox
          className="min-w-40 flex-1"
          label={t('machines.search')}
          value={search}
          delay={250}
          onSearch={(words) => view.change({ search: words || undefined, page: undefined })}
        />
        <FilterChip
          label={t('machines.filter')}
          value={filter ?? 'all'}
          isUnset={filter === undefined}
          onChange={(value) =>
            view.change({ companies: value === 'all' && machine !== undefined ? undefined : value, page: undefined })
          }
          options={(['all', ...companyFilters] as const).map((value) => ({
            value,
            label: t(`machines.filters.${value}`),
          }))}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && (
          <Loading className="grid gap-3 px-5 py-2">
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
          </Loading>
        )}
        {data?.records.length === 0 && (
          <p className="px-5 py-4 text-sm text-muted">{t(isWhole ? 'machines.noCompany' : 'machines.noMatch')}</p>
        )}
        {data && (
          <ul className="machine-companies">
            {data.records.map((company) => (
              <CompanyRow
                key={company.id}
                company={company}
                hasMachine={machine !== undefined}
                canMove={fleet.machines.length > 1}
                onMove={() => setMoved(company.id)}
              />
            ))}
          </ul>
        )}
        {data && <Pages view={view} page={page} count={data.count} hasMore={data.hasMore} />}
      </div>
      {moved !== null && (
        <Suspense>
          <MoveDialog companyId={moved} onClose={() => setMoved(null)} />
        </Suspense>
      )}
    </>
  )
}

type RowProps = { company: MachineCompany; hasMachine: boolean; canMove: boolean; onMove(): void }

function CompanyRow({ company, hasMachine, canMove, onMove }: RowProps) {
  const t = useText()
  const { number, size } = useFormat()
  const moveWords = useMoveWords()
  const { name, machine, move, connections, people, disk, isFirst, active } = company
  const facts = [
    ...(hasMachine || machine === null ? [] : [machine]),
    t('machines.connections', { n: number(connections), count: connections }),
    t('machines.people', { n: number(people), count: people }),
    ...(disk === null ? [] : [size(disk)]),
    ...(active ? [] : [t('machines.suspended')]),
  ]
  const isMoving = move !== null && move.step !== 'planned' && move.step !== 'failed'
  return (
    <li>
      <Face name={name} size={2} className="rounded-md!" />
      <span className="two min-w-0 flex-1">
        <span className="truncate font-medium">{name}</span>
        <small>{facts.join(', ')}</small>
        {move && (
          <small className={move.step === 'failed' ? 'text-error-ink!' : 'text-base-content!'}>{moveWords(move)}</small>
        )}
        {!move && <Copies company={company} />}
        {isFirst && <small className="text-faint!">{t('machines.firstCompany')}</small>}
      </span>
      {move?.step === 'failed' && <Dismiss company={company} />}
      {(canMove || move !== null) && (
        <Button
          size="sm"
          tone="quiet"
          icon={isMoving ? <LoaderCircle className="animate-spin" /> : <ArrowRightLeft />}
          aria-label={t(isMoving ? 'machines.followOne' : 'machines.moveOne', { name })}
          onClick={onMove}
        >
          {t(isMoving ? 'machines.follow' : move?.step === 'planned' ? 'machines.change' : 'machines.move')}
        </Button>
      )}
    </li>
  )
}

/** Whether another machine could take over. */
function Copies({ company: { machine, copy, isCopied, behind } }: { company: MachineCompany }) {
  const t = useText()
  const { number } = useFormat()
  if (machine === null) return <small className="text-error-ink!">{t('machines.ownerless')}</small>
  if (copy === null) return <small className="text-warning-ink!">{t('machines.uncopied')}</small>
  if (!isCopied) return <small className="text-warning-ink!">{t('machines.copying', { machine: copy })}</small>
  if (behind !== null && behind > 0)
    return <small>{t('machines.copyBehind', { machine: copy, n: number(behind), count: behind })}</small>
  return <small className="text-faint!">{t('machines.copyAt', { machine: copy })}</small>
}

function Dismiss({ company: { id, name } }: { company: MachineCompany }) {
  const t = useText()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => cancelMove(id),
    onError: toast.failure,
    onSettled: () => queries.invalidateQueries({ queryKey: MACHINES }),
  })
  return (
    <Button
      size="sm"
      tone="quiet"
      busy={isPending}
      aria-label={t('machines.dismissOne', { name })}
      onClick={() => mutate()}
    >
      {t('machines.dismiss')}
    </Button>
  )
}

type PageProps = { view: View<InstallationView>; page: number; count: number; hasMore: boolean }

function Pages({ view, page, count, hasMore }: PageProps) {
  const t = useText()
  const { number } = useFormat()
  const pages = Math.max(1, Math.ceil(count / COMPANIES_A_PAGE))
  if (pages === 1 && page === 1) return null
  return (
    <div className="flex items-center justify-end gap-2 px-5 py-3 text-sm">
      <Button size="sm" disabled={page <= 1} onClick={() => view.change({ page: page > 2 ? page - 1 : undefined })}>
        {t('machines.previous')}
      </Button>
      {t('machines.page', { page: number(page), pages: number(pages) })}
      <Button size="sm" disabled={!hasMore} onClick={() => view.change({ page: page + 1 })}>
        {t('machines.next')}
      </Button>
    </div>
  )
}
