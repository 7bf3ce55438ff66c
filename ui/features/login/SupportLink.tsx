import { useEffect, useState } from 'react'
import { useText } from '../../shared/i18n/useText'
import { fetchInstallation } from '../../shared/installation'

/** Where the operator has named it. Nobody has signed in, so there are no queries yet. */
export function SupportLink() {
  const t = useText()
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    fetchInstallation().then(
      ({ supportUrl }) => setAddress(supportUrl),
      () => {}, // the sign-in itself will say that the line is down
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
