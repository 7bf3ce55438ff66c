import type { TemplateContent } from '../../../src/channels/templates/contract'
import { slotsOf } from '../../../src/channels/templates/filling/contract'
import { useText } from '../../shared/i18n/useText'

/** The name of each slot, in their order. */
export function useSlotLabels(content: TemplateContent): readonly string[] {
  const t = useText()
  return slotsOf(content).map(({ part, kind, index }) => {
    if (part === 'header') return t(kind === 'text' ? 'templates.pick.header' : 'templates.pick.file')
    if (part === 'body') return t('templates.pick.variable', { number: index + 1 })
    return kind === 'code'
      ? t('templates.pick.code')
      : t('templates.pick.link', { name: content.buttons[index]?.text ?? '' })
  })
}
