import type { Template } from '../../../src/channels/templates/contract'
import { useText } from '../../shared/i18n/useText'

type TemplateFacts = Pick<Template, 'unsupported' | 'category' | 'categoryBefore' | 'reason' | 'quality'>

/** Why it cannot be sent, and what Meta says about it, each in a line. */
export function TemplateNotes({ template }: { template: TemplateFacts }) {
  return useNotes(template).map((note) => (
    <small key={note} className="block whitespace-normal text-muted">
      {note}
    </small>
  ))
}

function useNotes({ unsupported, category, categoryBefore, reason, quality }: TemplateFacts): readonly string[] {
  const t = useText()
  return [
    unsupported && t(`templates.unsupported.${unsupported}`),
    reason && (t.find(`templates.reason.${reason}`) ?? reason),
    categoryBefore &&
      t('templates.moved', {
        was: t(`templates.category.${categoryBefore}`),
        category: t(`templates.category.${category}`),
      }),
    quality && t.find(`templates.quality.${quality}`),
  ].filter((note): note is string => Boolean(note))
}
