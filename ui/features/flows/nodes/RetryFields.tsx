import { useText } from '../../../shared/i18n/useText'
import { Count, Words } from '../fields'
import type { FieldsProps } from './FieldsProps'

/** What happens after an answer that does not fit, or none. */
export function RetryFields({ node, names, change }: Pick<FieldsProps<'ask' | 'menu'>, 'node' | 'names' | 'change'>) {
  const t = useText()
  const { again } = node
  return (
    <>
      <Words
        label={t('flows.pane.again')}
        hint={node.t === 'ask' ? t('flows.pane.againHint') : undefined}
        value={again.text}
        names={names}
        onChange={(text) => change({ ...node, again: { ...again, text } }, 'again')}
      />
      <Count
        label={t('flows.pane.tries')}
        value={again.max}
        least={1}
        most={10}
        onChange={(max) => change({ ...node, again: { ...again, max } }, 'max')}
      />
      <Count
        label={t('flows.pane.timeout')}
        value={node.timeoutMin}
        least={0}
        most={1440}
        onChange={(timeoutMin) => change({ ...node, timeoutMin }, 'timeout')}
      />
    </>
  )
}
