import { Plus, X } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import {
  type CreateTemplate,
  MOST_TEMPLATE_BUTTONS,
  newButtonKinds,
  TEMPLATE_BUTTON_LENGTH,
} from '../../../src/channels/templates/writing/contract'
import { FieldGroup } from '../../shared/form/FieldGroup'
import { fieldError } from '../../shared/form/fieldError'
import { useField } from '../../shared/form/useField'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { FieldError } from '../../shared/kit/Field'
import { IconButton } from '../../shared/kit/IconButton'
import type { TemplateFormState, TemplateValues } from './TemplateForm'

/** The buttons of a new template: kind, label, and an address or a phone number. */
export function ButtonFields({ form }: { form: TemplateFormState }) {
  const t = useText()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'buttons' })
  const { error } = useField<TemplateValues['buttons'], TemplateValues, CreateTemplate>(form, 'buttons')
  // A line's own fault stands at the line.
  return (
    <FieldGroup label={t('templates.form.buttons')} error={error === t.find('form.invalid') ? undefined : error}>
      <div className="grid gap-2">
        {fields.map(({ id }, at) => (
          <ButtonLine key={id} form={form} at={at} onRemove={() => remove(at)} />
        ))}
        {fields.length < MOST_TEMPLATE_BUTTONS && (
          <Button
            size="sm"
            className="w-fit"
            icon={<Plus />}
            onClick={() => append({ kind: 'reply', text: '', value: '' })}
          >
            {t('templates.form.add')}
          </Button>
        )}
      </div>
    </FieldGroup>
  )
}

type LineProps = { form: TemplateFormState; at: number; onRemove(): void }

function ButtonLine({ form, at, onRemove }: LineProps) {
  const t = useText()
  const number = at + 1
  const kind = form.watch(`buttons.${at}.kind`)
  const faultOf = (field: 'text' | 'value') =>
    fieldError(t, form.getFieldState(`buttons.${at}.${field}`, form.formState).error)
  const faults = { text: faultOf('text'), value: faultOf('value') }
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-2 max-md:flex-wrap">
        <select
          className="select w-36!"
          aria-label={t('templates.form.kindOf', { number })}
          {...form.register(`buttons.${at}.kind`, {
            onChange: () => form.setValue(`buttons.${at}.value`, ''),
          })}
        >
          {newButtonKinds.map((one) => (
            <option key={one} value={one}>
              {t(`templates.form.kind.${one}`)}
            </option>
          ))}
        </select>
        {kind !== 'code' && (
          <input
            className="input flex-1"
            autoComplete="off"
            maxLength={TEMPLATE_BUTTON_LENGTH}
            aria-label={t('templates.form.label', { number })}
            aria-invalid={faults.text ? true : undefined}
            {...form.register(`buttons.${at}.text`)}
          />
        )}
        {(kind === 'url' || kind === 'phone') && (
          <input
            className="input flex-1"
            autoComplete="off"
            placeholder={kind === 'url' ? 'https://' : '+55'}
            aria-label={t(kind === 'url' ? 'templates.form.address' : 'templates.form.number', { number })}
            aria-invalid={faults.value ? true : undefined}
            {...form.register(`buttons.${at}.value`)}
          />
        )}
        <IconButton label={t('templates.form.remove', { number })} onClick={onRemove}>
          <X />
        </IconButton>
      </div>
      {(faults.text || faults.value) && <FieldError>{faults.text ?? faults.value}</FieldError>}
    </div>
  )
}
