import { useText } from '../../shared/i18n/useText'
import { LanguageSelect } from '../../shared/kit/LanguageSelect'
import logo from '../../shared/theme/logo.svg'
import { usePageTitle } from '../../shared/usePageTitle'
import { LoginForm } from './LoginForm'
import { Stage } from './Stage'
import { SupportLink } from './SupportLink'
import { Version } from './Version'

/** The sign-in page, with the reason if a session was ended. */
export function LoginPage() {
  const t = useText()
  usePageTitle(t('login.pageTitle'))
  return (
    <div className="gate">
      <main className="gate-form">
        <div className="flex items-center gap-2.5 font-semibold text-md">
          <img src={logo} width="28" height="28" alt="" />
          Balcão
        </div>
        <LoginForm />
        <footer className="flex items-center gap-4 text-xs text-faint">
          <LanguageSelect />
          <SupportLink />
          <Version />
        </footer>
      </main>
      <Stage />
    </div>
  )
}
