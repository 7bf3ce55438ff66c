import { useText } from '../../shared/i18n/useText'
import { Loading } from '../../shared/kit/Loading'
import { Skeleton } from '../../shared/kit/Skeleton'

const widths = ['46%', '62%', '38%', '54%']

/** Placeholder of the table while the rows load. */
export function ConnectionTableSkeleton() {
  const t = useText()
  return (
    <Loading className="page-body">
      <table className="grid-table grid-table-tall" aria-hidden="true">
        <thead>
          <tr>
            <th>{t('connections.column.connection')}</th>
            <th>{t('connections.column.state')}</th>
            <th>{t('connections.column.updated')}</th>
          </tr>
        </thead>
        <tbody>
          {widths.map((width) => (
            <tr key={width}>
              <td className="w-[30%]">
                <span className="person w-full">
                  <Skeleton className="size-7 rounded-full! flex-none" />
                  <Skeleton width={width} />
                </span>
              </td>
              <td>
                <Skeleton className="h-2.5" width={width} />
              </td>
              <td>
                <Skeleton className="h-2.5 ml-auto" width="40%" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Loading>
  )
}
