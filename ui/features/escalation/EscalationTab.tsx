import { Info } from 'lucide-react'
import { useId } from 'react'
import type { Escalation } from '../../../src/queues/contract'
import { useText } from '../../shared/i18n/useText'
import { Note } from '../../shared/kit/Note'
import { Segment } from '../../shared/kit/Segment'
import { Ladder } from './Ladder'
import { escalationIfNone } from './values'

/** Null: the steps of the company. */
type Props = { value: Escalation | null; onChange(value: Escalation | null): void }

/** Who is told when nobody opens a conversation of the queue: as in the company, by steps of its own, or nobody. */
export function EscalationTab({ value, onChange }: Props) {
  const t = useText()
  const hint = useId()
  const mode = value === null ? 'company' : value.active ? 'own' : 'off'
  const choose = (next: typeof mode) =>
    onChange(next === 'company' ? null : { ...(value ?? escalationIfNone), active: next === 'own' })
  return (
    <div className="dialog-body grid max-w-3xl content-start gap-4">
      <div className="grid justify-items-start gap-2">
        <Segment
          label={t('escalation.active')}
          value={mode}
          onChange={choose}
          items={(['company', 'own', 'off'] as const).map((id) => ({ id, label: t(`escalation.mode.${id}`) }))}
        />
        <small className="text-xs text-faint" id={hint}>
          {t(mode === 'company' ? 'escalation.companyHint' : 'escalation.activeHint')}
        </small>
      </div>
      {value?.active && (
        <>
          <Ladder value={value} onChange={onChange} />
          <Note tone="info" icon={<Info />}>
            {t('escalation.note')}
          </Note>
        </>
      )}
    </div>
  )
}
