import { useText } from '../../../shared/i18n/useText'
import { IdSelect } from '../../../shared/kit/IdSelect'
import { Words } from '../fields'
import type { FieldsProps } from './FieldsProps'

export function TransferFields({ node, company, names, change }: FieldsProps<'transfer'>) {
  const t = useText()
  return (
    <>
      <IdSelect
        label={t('flows.pane.queue')}
        none={t('flows.pane.sameQueue')}
        options={company.queues}
        value={node.queueId}
        onChange={(queueId) => change({ ...node, queueId }, 'queue')}
      />
      <IdSelect
        label={t('flows.pane.person')}
        none={t('flows.pane.anybody')}
        options={company.people}
        value={node.userId}
        onChange={(userId) => change({ ...node, userId }, 'person')}
      />
      <Words
        label={t('flows.pane.note')}
        value={node.note}
        names={names}
        max={1000}
        onChange={(note) => change({ ...node, note }, 'note')}
      />
    </>
  )
}
