import { Building2, TriangleAlert } from 'lucide-react'
import { overIn, type PlanDetail } from '../../../src/features/plans/contract'
import { showDocument } from '../../../src/platform/document'
import { limitNames } from '../../../src/tenancy/contract'
import { useText } from '../../shared/i18n/useText'
import { EmptyState } from '../../shared/kit/EmptyState'
import { StatusDot } from '../../shared/kit/StatusDot'
import { scrolled } from '../../shared/kit/scrolled'

/** The companies on the plan, with what they use of it. */
export function HoldersTab({ plan }: { plan: PlanDetail }) {
  const t = useText()
  const holders = plan.companies
  if (holders.length === 0) return <EmptyState heading="h3" icon={<Building2 />} title={t('plans.holders.none')} />
  return (
    <div className="plan-holders relative overflow-x-auto" {...scrolled}>
      <table className="grid-table">
        <thead>
          <tr>
            <th className="w-12">#</th>
            <th>{t('plans.holders.name')}</th>
            <th>{t('plans.holders.document')}</th>
            {limitNames.map((limit) => (
              <th key={limit} className="num">
                {t(`plans.column.${limit}`)}
              </th>
            ))}
            <th>{t('plans.holders.status')}</th>
          </tr>
        </thead>
        <tbody>
          {holders.map(({ id, name, document, status, used }) => (
            <tr key={id}>
              <td className="nums">{id}</td>
              <td>{name}</td>
              <td className="nums">{showDocument(document) || '–'}</td>
              {limitNames.map((limit) => {
                const isOver = used !== null && overIn(used, plan).includes(limit)
                return (
                  <td key={limit} className="num">
                    {isOver ? (
                      <span className="inline-flex items-center gap-1 font-[550] text-warning-ink">
                        <TriangleAlert className="size-3.5" />
                        {t('plans.holders.of', { used: used[limit], most: plan[limit] ?? 0 })}
                      </span>
                    ) : (
                      (used?.[limit] ?? '–')
                    )}
                  </td>
                )
              })}
              <td>
                <StatusDot tone={status ? 'ok' : 'off'}>
                  {t(status ? 'plans.holders.active' : 'plans.holders.inactive')}
                </StatusDot>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
