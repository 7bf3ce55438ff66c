import { MOST_EXITS } from '../../../../src/features/flows/format/contract'
import { useText } from '../../../shared/i18n/useText'
import { nextKey } from '../edit'
import { Bare, Rows, Words } from '../fields'
import type { FieldsProps } from './FieldsProps'
import { RetryFields } from './RetryFields'

export function MenuFields({ node, names, change }: FieldsProps<'menu'>) {
  const t = useText()
  return (
    <>
      <Words
        label={t('flows.pane.text')}
        value={node.text}
        names={names}
        onChange={(text) => change({ ...node, text }, 'text')}
      />
      <Rows
        isOneColumn
        label={t('flows.pane.options')}
        rows={node.items}
        least={1}
        most={MOST_EXITS}
        blank={() => ({ k: nextKey(node.items.map(({ k }) => k)), label: '' })}
        onChange={(items) => change({ ...node, items }, 'items')}
        addLabel={t('flows.pane.addOption')}
        removeLabel={(number) => t('flows.pane.removeOption', { number })}
        render={(item, number, put) => (
          <Bare
            label={t('flows.pane.option', { number })}
            value={item.label}
            max={60}
            onChange={(label) => put({ ...item, label })}
          />
        )}
      />
      <RetryFields node={node} names={names} change={change} />
    </>
  )
}
