import { useText } from '../../../shared/i18n/useText'
import { asVariable, Bare, Rows, Value } from '../fields'
import type { FieldsProps } from './FieldsProps'

export function SetFields({ node, names, change }: FieldsProps<'set'>) {
  const t = useText()
  return (
    <Rows
      label={t('flows.pane.variables')}
      rows={node.values}
      least={1}
      most={10}
      blank={() => ({ var: '', value: '' })}
      onChange={(values) => change({ ...node, values }, 'values')}
      addLabel={t('flows.pane.addVariable')}
      removeLabel={(number) => t('flows.pane.removeVariable', { number })}
      render={(one, number, put) => (
        <>
          <Bare
            label={t('flows.pane.variable', { number })}
            value={one.var}
            max={40}
            onChange={(typed) => put({ ...one, var: asVariable(typed) })}
          />
          <Value
            label={t('flows.pane.value', { number })}
            value={one.value}
            names={names}
            max={4000}
            onChange={(value) => put({ ...one, value })}
          />
        </>
      )}
    />
  )
}
