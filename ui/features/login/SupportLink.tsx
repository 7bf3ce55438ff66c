import { useText } from '../../shared/i18n/useText'
import { usePublicInstallation } from './usePublicInstallation'

/** Shown if the operator has set an address. */
export function SupportLink() {
  const t = useText()
  const address = usePublicInstallation()?.supportUrl
  return (
    address && (
      <a className="link" href={address} target="_blank" rel="noopener noreferrer">
        {t('login.support')}
      </a>
    )
  )
}
