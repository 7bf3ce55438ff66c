import { useText } from '../../../shared/i18n/useText'
import { IdSelect } from '../../../shared/kit/IdSelect'
import { Choice } from '../fields'
import type { FieldsProps } from './FieldsProps'

export function HoursFields({ node, company, change }: FieldsProps<'hours'>) {
  const t = useText()
  return (
    <>
      <Choice
        label={t('flows.pane.hoursOf')}
        value={node.whose}
        options={[
          { id: 'company', label: t('flows.pane.companyHours') },
          { id: 'queue', label: t('flows.pane.queue') },
        ]}
        onChange={(whose) => change({ ...node, whose }, 'whose')}
      />
      {node.whose === 'queue' && (
        <IdSelect
          label={t('flows.pane.queue')}
          none={t('flows.pane.sameQueue')}
          options={company.queues}
          value={node.queueId}
          onChange={(queueId) => change({ ...node, queueId }, 'queue')}
        />
      )}
      <small className="text-muted">{t('flows.pane.hoursHint')}</small>
    </>
  )
}
