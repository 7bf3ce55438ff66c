import { Link } from '@tanstack/react-router'
import { useText } from '../../shared/i18n/useText'
import logo from '../../shared/theme/logo.svg'
import { NO_TICKET } from './entries'
import { SideContent } from './SideContent'

/** The navigation beside the page; CSS hides it on phones, where `SideOverlay` replaces it. */
export function Side({ rail }: { rail: boolean }) {
  const t = useText()
  return (
    <nav className="side" aria-label={t('shell.navigation')}>
      <Link className="side-brand" to="/tickets/{-$ticketId}" params={NO_TICKET}>
        <img src={logo} width="26" height="26" alt="" />
        <span>Balcão</span>
      </Link>
      <SideContent rail={rail} />
    </nav>
  )
}
