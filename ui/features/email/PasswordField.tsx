import { useText } from '../../shared/i18n/useText'
import { Field } from '../../shared/kit/Field'

type Props = { value: string; onChange(password: string): void; fault?: boolean }

/** The mail password of this e-mail, if the company has stored none. */
export function PasswordField({ value, onChange, fault = false }: Props) {
  const t = useText()
  return (
    <div className="mt-3">
      <Field
        label={t('email.password')}
        hint={t('email.passwordHint')}
        error={fault ? t('email.missing.password') : undefined}
      >
        {(control) => (
          <input
            {...control}
            type="password"
            className="input"
            autoComplete="off"
            maxLength={500}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
    </div>
  )
}
