import type { TemplateContent } from '../../../src/channels/templates/contract'
import { isFileSlot, slotsOf } from '../../../src/channels/templates/filling/contract'
import { useText } from '../../shared/i18n/useText'
import { titleOf } from './spec'

/** The name of each slot, in their order. */
export function useSlotLabels(content: TemplateContent): readonly string[] {
  const t = useText()
  return slotsOf(content).map((slot) => {
    const { part, kind, index, name } = slot
    if (isFileSlot(slot)) return t('templates.pick.file')
    if (kind === 'code') return t('templates.pick.code')
    if (part === 'button') return t('templates.pick.link', { name: content.buttons[index]?.text ?? '' })
    if (!/^\d/.test(name)) return titleOf(name)
    return part === 'header' ? t('templates.pick.header') : t('templates.pick.variable', { number: index + 1 })
  })
}
