import './forms.css'
import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { passwordRules } from '../../../src/platform/formats'
import { fieldError } from '../../shared/form/fieldError'
import type { Form } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { Field } from '../../shared/kit/Field'
import { ShowPassword } from './ShowPassword'

type Props<In extends FieldValues, Out> = {
  form: Form<In, Out>
  name: Path<In>
  label: ReactNode
  /** Lists the rules, and marks those that the typed password meets. */
  hasRules?: true
}

/** A password that somebody chooses, as `Password` of the contract. */
export function NewPasswordField<In extends FieldValues, Out>({ form, name, label, hasRules }: Props<In, Out>) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  const error = fieldError(t, form.getFieldState(name, form.formState).error)
  return (
    <div className="grid gap-2">
      <Field label={label} error={error}>
        {(control) => (
          <div className="input">
            <input
              {...control}
              {...form.register(name)}
              type={isShown ? 'text' : 'password'}
              autoComplete="new-password"
            />
            <ShowPassword isShown={isShown} onChange={setShown} />
          </div>
        )}
      </Field>
      {hasRules && <Rules password={String(form.watch(name) ?? '')} />}
    </div>
  )
}

function Rules({ password }: { password: string }) {
  const t = useText()
  const rules = (['length', 'cases', 'digit'] as const).map(
    (rule) => [passwordRules[rule](password), t(`login.rules.${rule}`)] as const,
  )
  return (
    <ul className="rules flex flex-wrap gap-y-1 gap-x-3.5 text-xs text-faint" aria-label={t('login.rules.title')}>
      {rules.map(([isMet, words]) => (
        <li className="inline-flex items-center gap-1" key={words} data-ok={isMet || undefined}>
          <Check />
          {words}
        </li>
      ))}
    </ul>
  )
}
