import { Menu } from 'lucide-react'
import { OPERATOR_COMPANY } from '../../../src/tenancy/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { IconButton } from '../../shared/kit/IconButton'
import { useUser } from '../../shared/session/useUser'
import { Bells } from './Bells'
import { ConnectionAlert } from './ConnectionAlert'
import { OfflineMark } from './OfflineMark'
import { PaletteButton } from './palette/PaletteButton'
import { useParts } from './parts'
import { RefreshButton } from './RefreshButton'
import { ThemeToggle } from './ThemeToggle'
import { UserMenu } from './UserMenu'
import { Volume } from './Volume'

export function TopBar({ onMenu }: { onMenu: (() => void) | undefined }) {
  const t = useText()
  const format = useFormat()
  const { name, company, profile } = useUser()
  const { Bell } = useParts()
  return (
    <header className="topbar">
      {onMenu && (
        <IconButton label={t('shell.openMenu')} className="only-phone" onClick={onMenu}>
          <Menu />
        </IconButton>
      )}
      <span className="text-sm truncate">
        <span className="not-phone text-muted">{t('bar.greeting', { name: name.split(' ')[0] ?? name })} · </span>
        <b className="font-semibold">{company.name}</b>
      </span>
      {profile === 'admin' && company.id !== OPERATOR_COMPANY && (
        <small className="text-muted whitespace-nowrap max-lg:hidden">
          {t('shell.activeUntil', { date: format.date(company.dueDate) })}
        </small>
      )}
      <PaletteButton />
      <span className="not-phone flex-1" />
      <OfflineMark />
      <ConnectionAlert />
      <Bell />
      <Bells />
      <RefreshButton />
      <Volume />
      <ThemeToggle />
      <UserMenu />
    </header>
  )
}
