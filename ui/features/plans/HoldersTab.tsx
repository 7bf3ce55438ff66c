import { Building2 } from 'lucide-react'
import type { PlanHolder } from '../../../src/features/plans/contract'
import { showDocument } from '../../../src/platform/document'
import { useText } from '../../shared/i18n/useText'
import { EmptyState } from '../../shared/kit/EmptyState'
import { StatusDot } from '../../shared/kit/StatusDot'

/** The companies on the plan. */
export function HoldersTab({ holders }: { holders: readonly PlanHolder[] }) {
  const t = useText()
  if (holders.length === 0) return <EmptyState heading="h3" icon={<Building2 />} title={t('plans.holders.none')} />
  return (
    <table className="grid-table">
      <thead>
        <tr>
          <th className="w-12">#</th>
          <th>{t('plans.holders.name')}</th>
          <th>{t('plans.holders.document')}</th>
          <th className="num">{t('plans.column.users')}</th>
          <th>{t('plans.holders.status')}</th>
        </tr>
      </thead>
      <tbody>
        {holders.map(({ id, name, document, status, used }) => (
          <tr key={id}>
            <td className="nums">{id}</td>
            <td>{name}</td>
            <td className="nums">{showDocument(document) || '–'}</td>
            <td className="num">{used?.users ?? '–'}</td>
            <td>
              <StatusDot tone={status ? 'ok' : 'off'}>
                {t(status ? 'plans.holders.active' : 'plans.holders.inactive')}
              </StatusDot>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
