import { Plus, X } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { EXTRA_INFO_NAME_LENGTH, EXTRA_INFO_VALUE_LENGTH, MOST_EXTRA_INFO } from '../../../src/contacts/contract'
import { FieldGroup } from '../../shared/form/FieldGroup'
import { fieldError } from '../../shared/form/fieldError'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { FieldError } from '../../shared/kit/Field'
import { IconButton } from '../../shared/kit/IconButton'
import type { ContactFormState } from './ContactForm'

/** Extra info: named values of the user's choosing. */
export function ExtraInfoField({ form }: { form: ContactFormState }) {
  const t = useText()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'extraInfo' })
  const errorOf = (name: `extraInfo.${number}.${'name' | 'value'}`) =>
    fieldError(t, form.getFieldState(name, form.formState).error)
  return (
    <FieldGroup label={t('contact.extraInfo')} optional>
      {fields.length > 0 && (
        <ul className="grid gap-2">
          {fields.map(({ id }, at) => {
            const error = errorOf(`extraInfo.${at}.name`) ?? errorOf(`extraInfo.${at}.value`)
            return (
              <li key={id} className="grid gap-1">
                <span className="flex items-center gap-2">
                  <input
                    {...form.register(`extraInfo.${at}.name`)}
                    className="input min-w-0 flex-1"
                    aria-label={t('contact.infoName', { count: at + 1 })}
                    placeholder={t('contact.infoNameSample')}
                    maxLength={EXTRA_INFO_NAME_LENGTH}
                    autoComplete="off"
                    aria-invalid={error ? true : undefined}
                    aria-describedby={error ? `${id}-error` : undefined}
                  />
                  <input
                    {...form.register(`extraInfo.${at}.value`)}
                    className="input min-w-0 flex-[1.4]"
                    aria-label={t('contact.infoValue', { count: at + 1 })}
                    placeholder={t('contact.infoValueSample')}
                    maxLength={EXTRA_INFO_VALUE_LENGTH}
                    autoComplete="off"
                    aria-invalid={error ? true : undefined}
                    aria-describedby={error ? `${id}-error` : undefined}
                  />
                  <IconButton label={t('contact.removeInfo', { count: at + 1 })} onClick={() => remove(at)}>
                    <X />
                  </IconButton>
                </span>
                {error && (
                  <span className="field">
                    <FieldError id={`${id}-error`}>{error}</FieldError>
                  </span>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {fields.length < MOST_EXTRA_INFO && (
        <Button
          size="sm"
          tone="ghost"
          className="w-fit"
          icon={<Plus />}
          onClick={() => append({ name: '', value: '' }, { focusName: `extraInfo.${fields.length}.name` })}
        >
          {t('contact.addInfo')}
        </Button>
      )}
    </FieldGroup>
  )
}
