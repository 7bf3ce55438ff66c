import { useEffect, useState } from 'react'
import { useText } from '../../shared/i18n/useText'
import { fetchInstallation } from '../../shared/installation'

/** Shown if the operator has set it. Nobody has signed in, so the query client is not available. */
export function SupportLink() {
  const t = useText()
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    fetchInstallation().then(
      ({ supportUrl }) => setAddress(supportUrl),
      () => {}, // the sign-in itself will report the failure
    )
  }, [])
  return (
    address && (
      <a className="link" href={address} target="_blank" rel="noopener noreferrer">
        {t('login.support')}
      </a>
    )
  )
}
