import type { Format } from '../../../shared/i18n/format'
import type { Text } from '../../../shared/i18n/translate'
import type { Amount } from './catalogue'

/** The amount of a fault with its unit. */
export function amountText(t: Text, format: Format, unit: Amount['unit'], value: number): string {
  switch (unit) {
    case 'seconds':
      return t('simulator.seconds', { count: value / 1000 })
    case 'speed':
      return t('simulator.amount.speed', { size: format.size(value) })
    case 'rate':
      return t('simulator.amount.rate', { count: value })
    case 'times':
      return t('simulator.amount.times', { count: value })
    case 'chunks':
      return t('simulator.amount.chunks', { count: value })
    case 'step':
      return t('simulator.amount.step', { count: value })
    case 'code':
      return String(value)
  }
}
