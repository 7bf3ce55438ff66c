/** Words for nodes, exits and faults. */
import type { Problem } from '../../../src/features/flows/check'
import { type Flow, type FlowNode, nodeOf } from '../../../src/features/flows/format/contract'
import { MOST_IN_A_ROW } from '../../../src/features/integrations/contract'
import type { Text } from '../../shared/i18n/translate'

export const nodeName = (t: Text, node: FlowNode): string => node.name.trim() || t(`flows.kind.${node.t}`)

export function exitName(t: Text, node: FlowNode, exit: string): string {
  switch (node.t) {
    case 'ask':
      if (exit === '') return t('flows.exit.answered')
      return exit === 'timeout' ? t('flows.exit.timeout') : t('flows.exit.fail', { count: node.again.max })
    case 'menu': {
      if (exit === 'else' || exit === 'timeout') return t(`flows.exit.${exit}`)
      const at = node.items.findIndex(({ k }) => k === exit)
      return node.items[at]?.label.trim() || t('flows.exit.option', { number: at + 1 })
    }
    case 'if':
      return t(exit === 'true' ? 'flows.exit.true' : 'flows.exit.false')
    case 'split': {
      const total = node.arms.reduce((sum, { w }) => sum + w, 0) || 1
      return `${Math.round(((node.arms.find(({ k }) => k === exit)?.w ?? 0) / total) * 100)} %`
    }
    case 'hours':
      return t(exit === 'open' ? 'flows.exit.open' : 'flows.exit.closed')
    case 'ai':
    case 'http':
      return t(exit === 'ok' ? 'flows.exit.ok' : 'flows.exit.error')
    default:
      return t('flows.exit.next')
  }
}

export function faultWords(t: Text, flow: Flow, { node: id, fault, detail }: Problem): string {
  const node = nodeOf(flow, id)
  if (fault === 'looseExit' || fault === 'unknownTarget')
    return t(`flows.fault.${fault}`, { exit: node ? exitName(t, node, detail) : detail })
  if (fault === 'tooManyMessages') return t('flows.fault.tooManyMessages', { detail, most: MOST_IN_A_ROW })
  if (fault === 'unknownVariable' || fault === 'misspelledVariable' || fault === 'costlyPattern')
    return t(`flows.fault.${fault}`, { detail })
  return t(`flows.fault.${fault}`)
}
