import { Check, LoaderCircle } from 'lucide-react'
import type { MachineCompany } from '../../../../src/features/machines/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { classes } from '../../../shared/kit/classes'
import { type MoveStage, type ShownStep, shownSteps, stepStates } from './rules'

type Props = { company: MachineCompany; from: string | null; to: string; stage: MoveStage; hasCopy: boolean }

/** What happens one after the other, and how far it is. */
export function MoveSteps({ company, from, to, stage, hasCopy }: Props) {
  const t = useText()
  const { number, size } = useFormat()
  const states = stepStates(stage, company.move)
  const { disk, connections } = company
  const names = { from: from ?? '–', to, size: disk === null ? '' : size(disk) }
  const textOf = (step: ShownStep): string => {
    if (step === 'opens') return t('machines.stepText.opens', { n: number(connections), count: connections })
    if (step !== 'copies') return t(`machines.stepText.${step}`)
    return t(
      hasCopy
        ? 'machines.stepText.hasCopy'
        : disk === null
          ? 'machines.stepText.copies'
          : 'machines.stepText.copiesSize',
      names,
    )
  }
  return (
    <ol className="update-steps" aria-live="polite">
      {shownSteps.map((step, at) => (
        <li key={step} data-state={states[step]} aria-current={states[step] === 'running' ? 'step' : undefined}>
          <span className={classes('ordinal', states[step] === 'done' && 'ordinal-done')}>
            {states[step] === 'done' ? (
              <Check />
            ) : states[step] === 'running' ? (
              <LoaderCircle className="animate-spin" />
            ) : (
              number(at + 1)
            )}
          </span>
          <span className="two">
            <span>{t(`machines.stepTitle.${step}`, names)}</span>
            <small>{textOf(step)}</small>
          </span>
        </li>
      ))}
    </ol>
  )
}
