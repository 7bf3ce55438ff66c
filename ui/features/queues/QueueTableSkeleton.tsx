import { useText } from '../../shared/i18n/useText'
import { Loading } from '../../shared/kit/Loading'
import { Skeleton } from '../../shared/kit/Skeleton'

const widths = ['4.5rem', '6rem', '5rem']
const columns = ['order', 'people', 'tickets'] as const

/** Placeholder of the table while the rows load. */
export function QueueTableSkeleton() {
  const t = useText()
  return (
    <Loading className="page-body">
      <table className="grid-table queue-table" aria-hidden="true">
        <thead>
          <tr>
            <th>{t('queues.column.queue')}</th>
            {columns.map((column) => (
              <th key={column} className="num">
                {t(`queues.column.${column}`)}
              </th>
            ))}
            <th />
          </tr>
        </thead>
        <tbody>
          {widths.map((width) => (
            <tr key={width}>
              <td>
                <Skeleton className="h-6" width={width} />
              </td>
              {columns.map((column) => (
                <td key={column} className="num">
                  <Skeleton className="ml-auto h-2.5" width="2rem" />
                </td>
              ))}
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </Loading>
  )
}
