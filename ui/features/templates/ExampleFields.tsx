import { isFileSlot, slotsOf } from '../../../src/channels/templates/filling/contract'
import { type CreateTemplate, contentOfNew, missingExample } from '../../../src/channels/templates/writing/contract'
import { FieldGroup } from '../../shared/form/FieldGroup'
import { useField } from '../../shared/form/useField'
import { useText } from '../../shared/i18n/useText'
import { type TemplateFormState, type TemplateValues, useContent } from './TemplateForm'
import { useSlotLabels } from './useSlotLabels'

/** An example for each variable, which Meta's reviewers read and the preview shows. */
export function ExampleFields({ form }: { form: TemplateFormState }) {
  const t = useText()
  const content = useContent(form)
  const slots = slotsOf(contentOfNew(content))
  const labels = useSlotLabels(contentOfNew(content)).filter((_, at) => slots[at] && !isFileSlot(slots[at]))
  const { error } = useField<TemplateValues['examples'], TemplateValues, CreateTemplate>(form, 'examples')
  if (labels.length === 0) return null
  const missing = error ? missingExample(content) : -1
  return (
    <FieldGroup label={t('templates.form.examples')} hint={t('templates.form.examplesHint')} error={error}>
      <div className="grid grid-cols-2 gap-2 max-md:grid-cols-1">
        {labels.map((label, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: slots are known by their place
          <label key={at} className="grid gap-1 text-xs text-muted">
            {label}
            <input
              className="input"
              autoComplete="off"
              maxLength={200}
              aria-invalid={missing === at ? true : undefined}
              {...form.register(`examples.${at}`)}
            />
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
