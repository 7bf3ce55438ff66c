import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../shared/i18n/useText'
import { Field } from '../../shared/kit/Field'

/** The password field, with a button to show the password. */
export function PasswordField({ error, onChange }: { error: string | undefined; onChange(): void }) {
  const t = useText()
  const [shown, setShown] = useState(false)
  return (
    <Field label={t('login.password')} error={error}>
      {(control) => (
        <div className="input">
          <input
            {...control}
            name="password"
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
            onChange={onChange}
          />
          <button
            type="button"
            className="input-tool"
            aria-label={shown ? t('login.hidePassword') : t('login.showPassword')}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff /> : <Eye />}
          </button>
        </div>
      )}
    </Field>
  )
}
