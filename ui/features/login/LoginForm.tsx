import { getRouteApi, Link } from '@tanstack/react-router'
import { Clock, LogOut, MonitorSmartphone } from 'lucide-react'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { ErrorNote } from '../../shared/kit/ErrorNote'
import { Field } from '../../shared/kit/Field'
import { Note } from '../../shared/kit/Note'
import { PasswordField } from './PasswordField'
import { SignUpLink } from './SignUpLink'
import { useSignIn } from './useSignIn'

const route = getRouteApi('/login')

/** E-mail and password; above them why the last session ended, and errors that concern neither field. */
export function LoginForm() {
  const t = useText()
  const { isDisconnect, outExpedient, ended, to } = route.useSearch()
  const { submit, changed, busy, faults } = useSignIn(to)
  return (
    <form className="w-full max-w-[22.5rem] m-auto grid gap-4 py-8" onSubmit={submit} noValidate>
      <div className="mb-1">
        <h1 className="text-2xl font-semibold tracking-tight">{t('login.title')}</h1>
        <p className="text-muted mt-1">{t('login.subtitle')}</p>
      </div>
      {isDisconnect && (
        <Note role="status" icon={<MonitorSmartphone />}>
          {t('login.elsewhere')}
        </Note>
      )}
      {outExpedient && (
        <Note role="status" icon={<Clock />}>
          {t('login.outOfHours')}
        </Note>
      )}
      {ended && (
        <Note role="status" icon={<LogOut />}>
          {t(`login.ended.${ended}`)}
        </Note>
      )}
      {faults.whole && <ErrorNote>{faults.whole}</ErrorNote>}
      <Field label={t('login.email')} error={faults.email}>
        {(control) => (
          <input
            {...control}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="username"
            className="input"
            onChange={() => changed('email')}
            // biome-ignore lint/a11y/noAutofocus: the page is nothing but this form
            autoFocus
          />
        )}
      </Field>
      <PasswordField
        error={faults.password}
        onChange={() => changed('password')}
        aside={
          <Link to="/forgetpsw" className="text-primary-ink hover:underline">
            {t('login.forgot')}
          </Link>
        }
      />
      <Button tone="primary" type="submit" className="w-full mt-1" busy={busy}>
        {busy ? t('login.entering') : t('login.enter')}
      </Button>
      <SignUpLink />
    </form>
  )
}
