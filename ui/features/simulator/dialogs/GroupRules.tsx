import { useId } from 'react'
import type { GroupView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { Toggle } from '../../../shared/kit/Toggle'
import { useCommand } from '../useCommand'

type Props = { me: string; id: string; group: GroupView; may: boolean }

/** Who may write in a group, and who may change it. */
export function GroupRules({ me, id, group, may }: Props) {
  const t = useText()
  const field = useId()
  const run = useCommand()
  return (
    <section>
      {(['announce', 'locked', 'approval'] as const).map((rule) => (
        <label key={rule} htmlFor={`${field}-${rule}`} className="fault">
          <span>{t(`simulator.group.${rule}`)}</span>
          <Toggle
            id={`${field}-${rule}`}
            size="sm"
            checked={group[rule]}
            disabled={!may}
            onChange={(on) => run.mutate({ do: 'changeGroup', group: id, by: me, [rule]: on })}
          />
        </label>
      ))}
    </section>
  )
}
