import { useText } from '../../shared/i18n/useText'
import { usePageTitle } from '../../shared/usePageTitle'
import { Gate } from './Gate'
import { LoginForm } from './LoginForm'

/** The sign-in page, with the reason if a session was ended. */
export function LoginPage() {
  const t = useText()
  usePageTitle(t('login.pageTitle'))
  return (
    <Gate>
      <LoginForm />
    </Gate>
  )
}
