import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Info } from 'lucide-react'
import { useId } from 'react'
import type { EscalationCompany } from '../../../../src/features/escalation/contract'
import type { Escalation } from '../../../../src/queues/contract'
import type { Text } from '../../../shared/i18n/translate'
import { useText } from '../../../shared/i18n/useText'
import { Note } from '../../../shared/kit/Note'
import { queuesQuery } from '../../directory/api'
import { Ladder } from '../../escalation/Ladder'

type Props = {
  steps: Escalation | null
  supervisors: EscalationCompany['supervisors']
  onChange(steps: Escalation): void
}

const none: Escalation = { active: false, queueAfter: null, supervisorAfter: null, whatsappAfter: null }

/** The ladder of all queues without their own; those stand below it, with the way to them. */
export function Steps({ steps, supervisors, onChange }: Props) {
  const t = useText()
  const title = useId()
  const { data: queues = [] } = useQuery(queuesQuery)
  const own = queues.filter(({ escalation }) => escalation !== null)
  const value = steps?.active ? steps : none
  return (
    <section aria-labelledby={title}>
      <h2 className="text-sm font-semibold" id={title}>
        {t('pushCompany.steps.title')}
      </h2>
      <p className="text-xs text-faint">{t('escalation.activeHint')}</p>
      <Ladder
        value={value}
        onChange={(next) =>
          onChange({
            ...next,
            active: [next.queueAfter, next.supervisorAfter, next.whatsappAfter].some((minutes) => minutes !== null),
          })
        }
        hints={supervisors.length > 0 ? { supervisor: names(t, supervisors) } : {}}
      />
      <Note tone="info" icon={<Info />} className="mt-2">
        {t('escalation.note')}
      </Note>
      {own.length > 0 && (
        <>
          <h3 className="pt-4 text-xs font-semibold text-muted">{t('pushCompany.steps.own')}</h3>
          <ul>
            {own.map((queue) => (
              <li key={queue.id} className="push-row">
                <span className="two min-w-0">
                  <span className="truncate">{queue.name}</span>
                  <small>{summary(t, queue.escalation)}</small>
                </span>
                <Link to="/queues" className="link flex-none">
                  {t('pushCompany.steps.change')}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const NAMED = 4

/** Such as `Camila em Vendas, Rafael`. */
function names(t: Text, supervisors: Props['supervisors']): string {
  const named = supervisors
    .toSorted((a, b) => Number(b.queues.length > 0) - Number(a.queues.length > 0))
    .slice(0, NAMED)
    .map(({ name, queues: [queue] }) => (queue === undefined ? name : t('pushCompany.steps.in', { name, queue })))
  const more = supervisors.length - named.length
  return [...named, ...(more > 0 ? [t('pushCompany.steps.more', { count: more })] : [])].join(', ')
}

function summary(t: Text, escalation: Escalation | null): string {
  if (!escalation?.active) return t('pushCompany.steps.off')
  const { queueAfter, supervisorAfter, whatsappAfter } = escalation
  const said = [
    ['queue', queueAfter],
    ['supervisor', supervisorAfter],
    ['whatsapp', whatsappAfter],
  ] as const
  return said.flatMap(([step, count]) => (count === null ? [] : t(`pushCompany.steps.${step}`, { count }))).join(', ')
}
