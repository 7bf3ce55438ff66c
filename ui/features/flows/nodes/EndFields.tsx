import { useText } from '../../../shared/i18n/useText'
import { Toggle } from '../../../shared/kit/Toggle'
import { Words } from '../fields'
import type { FieldsProps } from './FieldsProps'

export function EndFields({ node, names, change }: FieldsProps<'end'>) {
  const t = useText()
  return (
    <>
      <label className="flex items-center gap-2 text-sm" htmlFor="flow-closes">
        <Toggle id="flow-closes" checked={node.close} onChange={(close) => change({ ...node, close }, 'close')} />
        {t('flows.pane.closes')}
      </label>
      <Words
        label={t('flows.pane.lastWords')}
        value={node.text}
        names={names}
        onChange={(text) => change({ ...node, text }, 'text')}
      />
    </>
  )
}
