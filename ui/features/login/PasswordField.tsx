import { type ReactNode, useState } from 'react'
import { useText } from '../../shared/i18n/useText'
import { Field } from '../../shared/kit/Field'
import { ShowPassword } from './ShowPassword'

type Props = {
  error: string | undefined
  /** At the right of the label. */
  aside?: ReactNode
  onChange(): void
}

/** The password field, with a button to show the password. */
export function PasswordField({ error, onChange, aside }: Props) {
  const t = useText()
  const [shown, setShown] = useState(false)
  return (
    <Field label={t('login.password')} aside={aside} error={error}>
      {(control) => (
        <div className="input">
          <input
            {...control}
            name="password"
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
            onChange={onChange}
          />
          <ShowPassword isShown={shown} onChange={setShown} />
        </div>
      )}
    </Field>
  )
}
