import { version } from '../../../package.json'
import { useText } from '../../shared/i18n/useText'
import { usePublicInstallation } from './usePublicInstallation'

/** The versions of the screens and, once it has answered, of the server. */
export function Version() {
  const t = useText()
  const server = usePublicInstallation()?.version
  return (
    <span className="ml-auto nums">
      {server === undefined ? version : t('login.versions', { screen: version, server })}
    </span>
  )
}
