import type { CompanyMove } from '../../../../src/features/machines/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { useDayWords } from './useDayWords'

/** How a move stands, in a line. */
export function useMoveWords(): (move: CompanyMove) => string {
  const t = useText()
  const format = useFormat()
  const day = useDayWords()
  return ({ to, step, at, fault }) => {
    if (step === 'planned') return t('machines.planned', { machine: to, when: at ? day(at) : '–' })
    if (step === 'failed')
      return t('machines.moveFailed', {
        machine: to,
        at: at ? format.dateTime(at) : '–',
        why: t(`machines.fault.${fault ?? 'stopped'}`),
      })
    return t(`machines.step.${step}`, { machine: to })
  }
}
