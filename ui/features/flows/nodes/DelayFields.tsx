import { useText } from '../../../shared/i18n/useText'
import { Count } from '../fields'
import type { FieldsProps } from './FieldsProps'

export function DelayFields({ node, change }: FieldsProps<'delay'>) {
  const t = useText()
  return (
    <Count
      label={t('flows.pane.seconds')}
      hint={t('flows.pane.secondsHint')}
      value={node.sec}
      least={1}
      most={86_400}
      onChange={(sec) => change({ ...node, sec }, 'sec')}
    />
  )
}
