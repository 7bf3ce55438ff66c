import { MOST_EXITS } from '../../../../src/features/flows/format/contract'
import { useText } from '../../../shared/i18n/useText'
import { nextKey } from '../edit'
import { Rows } from '../fields'
import type { FieldsProps } from './FieldsProps'

export function SplitFields({ node, change }: FieldsProps<'split'>) {
  const t = useText()
  return (
    <Rows
      isOneColumn
      label={t('flows.pane.shares')}
      rows={node.arms}
      least={1}
      most={MOST_EXITS}
      blank={() => ({ k: nextKey(node.arms.map(({ k }) => k)), w: 10 })}
      onChange={(arms) => change({ ...node, arms }, 'arms')}
      addLabel={t('flows.pane.addShare')}
      removeLabel={(number) => t('flows.pane.removeShare', { number })}
      render={(arm, number, put) => (
        <input
          className="input nums"
          type="number"
          min={0}
          max={1000}
          aria-label={t('flows.pane.share', { number })}
          value={arm.w}
          onChange={({ target }) =>
            put({ ...arm, w: Math.min(1000, Math.max(0, Math.round(Number(target.value)) || 0)) })
          }
        />
      )}
    />
  )
}
