import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Menu, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { OPERATOR_COMPANY } from '../../../src/tenancy/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { IconButton } from '../../shared/kit/IconButton'
import { refreshAll } from '../../shared/live/live-query'
import { OfflineNotice } from '../../shared/live/OfflineNotice'
import { useUser } from '../../shared/session/useUser'
import { Bells } from './Bells'
import { ConnectionAlert } from './ConnectionAlert'
import { PaletteButton } from './palette/PaletteButton'
import { useParts } from './parts'
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

/** In the top bar; nothing is shown while events arrive. */
const OfflineMark = () => (
  <span role="status" className="flex items-center gap-1.5 text-xs px-2 text-warning-ink empty:px-0 [&_svg]:size-4!">
    <OfflineNotice wordsClass="max-lg:sr-only" />
  </span>
)

/** Refetches everything on screen; field input is kept. */
function RefreshButton() {
  const t = useText()
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const isFetching = useIsFetching() > 0
  const refresh = () => {
    setAsked(true)
    void refreshAll(client).finally(() => setAsked(false))
  }
  return (
    <IconButton label={t('bar.refresh')} className="not-phone" aria-busy={isAsked || undefined} onClick={refresh}>
      <RotateCw className={isAsked && isFetching ? 'animate-spin' : undefined} />
    </IconButton>
  )
}
