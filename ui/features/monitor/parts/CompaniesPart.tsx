import { useQuery } from '@tanstack/react-query'
import type { CompanyState } from '../../../../src/features/monitor/contract'
import { COMPANIES_A_PAGE } from '../../../../src/features/monitor/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { Face } from '../../../shared/kit/Face'
import { Loading } from '../../../shared/kit/Loading'
import { SearchBox } from '../../../shared/kit/SearchBox'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { scrolled } from '../../../shared/kit/scrolled'
import type { View } from '../../../shared/table/useView'
import { companiesQuery } from '../api'
import type { MonitorView } from '../view'

/** The busiest companies. */
export function CompaniesPart({ records }: { records: readonly CompanyState[] }) {
  const t = useText()
  return (
    <section aria-label={t('monitor.companies')} {...scrolled}>
      <h2 className="half-head">
        {t('monitor.companies')} <small>{t('monitor.companiesHint')}</small>
      </h2>
      <CompaniesTable records={records} />
    </section>
  )
}

/** All companies, with search and pages. */
export function CompaniesTab({ view }: { view: View<MonitorView> }) {
  const t = useText()
  const { number } = useFormat()
  const [search, page] = [view.now.search ?? '', view.now.page ?? 1]
  const { data, error, refetch } = useQuery(companiesQuery(search, page))
  const pages = Math.max(1, Math.ceil((data?.count ?? 0) / COMPANIES_A_PAGE))
  return (
    <section aria-label={t('monitor.companies')} {...scrolled}>
      <div className="flex flex-wrap items-center gap-3 px-6 py-3">
        <SearchBox
          label={t('monitor.searchCompany')}
          value={search}
          delay={250}
          onSearch={(words) => view.change({ search: words || undefined, page: undefined })}
        />
        {data && pages > 1 && (
          <span className="ml-auto flex items-center gap-2 text-sm">
            <Button size="sm" disabled={page <= 1} onClick={() => view.change({ page: page - 1 })}>
              {t('monitor.previous')}
            </Button>
            {t('monitor.page', { page: number(page), pages: number(pages) })}
            <Button size="sm" disabled={!data.hasMore} onClick={() => view.change({ page: page + 1 })}>
              {t('monitor.next')}
            </Button>
          </span>
        )}
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading className="p-6">
          <Skeleton className="h-64" />
        </Loading>
      )}
      {data && <CompaniesTable records={data.records} />}
    </section>
  )
}

function CompaniesTable({ records }: { records: readonly CompanyState[] }) {
  const t = useText()
  const { number, size } = useFormat()
  if (records.length === 0) return <p className="half-none">{t('monitor.noCompany')}</p>
  return (
    <table className="grid-table half-table">
      <thead>
        <tr>
          <th scope="col">{t('monitor.column.company')}</th>
          <th scope="col" className="num" aria-sort="descending">
            {t('monitor.column.sockets')}
          </th>
          <th scope="col" className="num">
            {t('monitor.column.sessions')}
          </th>
          <th scope="col" className="num">
            {t('monitor.column.connections')}
          </th>
          <th scope="col" className="num">
            {t('monitor.column.outbox')}
          </th>
          <th scope="col" className="num">
            {t('monitor.disk')}
          </th>
        </tr>
      </thead>
      <tbody>
        {records.map(({ id, name, active, sockets, sessions, connections, up, outbox, disk }) => (
          <tr key={id} data-off={active ? undefined : true}>
            <td className="lead">
              <span className="person">
                <Face name={name} size={1.5} />
                {name}
              </span>
            </td>
            <td className="num">{number(sockets)}</td>
            <td className="num">{number(sessions)}</td>
            <td className="num">
              {connections === null ? '–' : t('monitor.upOf', { up: number(up ?? 0), total: number(connections) })}
            </td>
            <td className="num">{number(outbox)}</td>
            <td className="num">{disk === null ? '–' : size(disk)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
