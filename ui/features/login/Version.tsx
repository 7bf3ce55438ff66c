import { useEffect, useState } from 'react'
import { version } from '../../../package.json'
import { useText } from '../../shared/i18n/useText'
import { fetchInstallation } from '../../shared/installation'

/** The versions of the screens and, once it has answered, of the server. */
export function Version() {
  const t = useText()
  const [server, learn] = useState<string | null>(null)
  useEffect(
    () =>
      void fetchInstallation().then(
        (installation) => learn(installation.version),
        () => undefined,
      ),
    [],
  )
  return (
    <span className="ml-auto nums">{server === null ? version : t('login.versions', { screen: version, server })}</span>
  )
}
