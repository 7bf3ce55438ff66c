import { Link } from '@tanstack/react-router'
import { useText } from '../../shared/i18n/useText'
import { usePublicInstallation } from './usePublicInstallation'

/** Shown if the operator lets strangers create companies. */
export function SignUpLink() {
  const t = useText()
  if (!usePublicInstallation()?.signUp) return null
  return (
    <p className="text-sm text-muted text-center">
      {t('login.noAccount')}{' '}
      <Link to="/signup" className="text-primary-ink font-medium hover:underline">
        {t('login.signUp')}
      </Link>
    </p>
  )
}
