import { useText } from '../../../shared/i18n/useText'
import { IdSelect } from '../../../shared/kit/IdSelect'
import type { FieldsProps } from './FieldsProps'

export function GotoFields({ node, company, change }: FieldsProps<'goto'>) {
  const t = useText()
  return (
    <>
      <IdSelect
        label={t('flows.pane.integration')}
        none={t('flows.pane.choose')}
        options={company.integrations}
        value={node.integrationId}
        onChange={(integrationId) => change({ ...node, integrationId }, 'integration')}
      />
      <small className="text-muted">{t('flows.pane.gotoHint')}</small>
    </>
  )
}
