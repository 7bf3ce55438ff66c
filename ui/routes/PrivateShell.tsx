import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { DeskWatch } from '../features/desk/DeskWatch'
import { LateMovesProvider } from '../features/desk/moves/LateMovesProvider'
import { UnreadBell } from '../features/desk/UnreadBell'
import { PrivateLayout } from '../features/shell/PrivateLayout'
import type { ShellParts } from '../features/shell/parts'
import { fetchAhead, loadWithRetry } from '../shared/lazyPart'
import { fetchLogin } from './login'

const offers = () => import('../features/desk/palette/useOffers').then((file) => file.useOffers)
/** Popups of the pages, so that the first press opens one immediately, also offline. */
const popups = [
  () => import('../shared/kit/MenuBox'),
  () => import('../shared/kit/PopoverBox'),
  () => import('../shared/kit/TooltipBubble'),
  () => import('../shared/kit/ConfirmBox'),
]
const shellParts = [
  () => import('../features/shell/palette/Palette'),
  offers,
  () => import('../features/shell/SideOverlay'),
  () => import('../features/shell/UserMenuItems'),
]
const parts: ShellParts = { Around: LateMovesProvider, Watch: DeskWatch, Bell: UnreadBell, offers }

/** The shell with the desk's contributions; other modules are loaded later. */
export function PrivateShell() {
  const router = useRouter()
  useEffect(() => {
    loadWithRetry(() => import('./pages')).then(({ openPages }) => openPages(router), console.error)
    void fetchAhead([...popups, ...shellParts, fetchLogin])
  }, [router])
  return <PrivateLayout parts={parts} />
}
