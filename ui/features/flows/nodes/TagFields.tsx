import { useText } from '../../../shared/i18n/useText'
import { Ticks } from '../fields'
import type { FieldsProps } from './FieldsProps'

export function TagFields({ node, company, change }: FieldsProps<'tag'>) {
  const t = useText()
  return (
    <>
      <Ticks
        label={t('flows.pane.add')}
        options={company.tags}
        value={node.add}
        onChange={(add) => change({ ...node, add }, 'add')}
      />
      <Ticks
        label={t('flows.pane.take')}
        options={company.tags}
        value={node.remove}
        onChange={(remove) => change({ ...node, remove }, 'remove')}
      />
    </>
  )
}
