import { useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { AUTOMATIC_TEXT_LENGTH } from '../../../src/platform/formats'
import { variableNames } from '../../../src/tickets/messages/variables/contract'
import { type FieldProps, useField } from '../../shared/form/useField'
import { useText } from '../../shared/i18n/useText'
import { Field } from '../../shared/kit/Field'
import { TextArea } from '../../shared/kit/TextArea'

type Props<In extends FieldValues, Out> = FieldProps<In, Out, string | undefined> & {
  /** A variable that this text alone has. */
  own?: { readonly name: string; readonly label: string }
}

/** What a contact is told without an attendant; words that stand for the contact's are put in where the cursor is. */
export function AutomaticField<In extends FieldValues, Out>({ form, name, own, ...field }: Props<In, Out>) {
  const t = useText()
  const area = useRef<HTMLTextAreaElement>(null)
  const { value = '', onChange, onBlur, ref, error } = useField<string | undefined, In, Out>(form, name)
  const insert = (variable: string) => {
    const at = area.current?.selectionStart ?? value.length
    const words = `{{${variable}}}`
    onChange(value.slice(0, at) + words + value.slice(area.current?.selectionEnd ?? at))
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(at + words.length, at + words.length)
    })
  }
  return (
    <Field {...field} error={error}>
      {(control) => (
        <>
          <TextArea
            {...control}
            ref={(element) => {
              area.current = element
              ref(element)
            }}
            rows={2}
            maxRows={5}
            maxLength={AUTOMATIC_TEXT_LENGTH}
            value={value}
            onBlur={onBlur}
            onChange={({ target }) => onChange(target.value)}
          />
          <fieldset className="flex flex-wrap items-center gap-1" aria-label={t('people.variables.title')}>
            {variableNames.map((variable) => (
              <button key={variable} type="button" className="filter-chip h-7!" onClick={() => insert(variable)}>
                {t(`people.variables.${variable}`)}
              </button>
            ))}
            {own && (
              <button type="button" className="filter-chip h-7!" onClick={() => insert(own.name)}>
                {own.label}
              </button>
            )}
          </fieldset>
        </>
      )}
    </Field>
  )
}
