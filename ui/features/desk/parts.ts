import { DeskWatch } from './DeskWatch'
import { LateMovesProvider } from './moves/LateMovesProvider'
import { useOffers } from './palette/useOffers'
import { UnreadBell } from './unread/UnreadBell'

/** What the desk brings into the shell around every page. */
export const deskParts = { Around: LateMovesProvider, Watch: DeskWatch, Bell: UnreadBell, useOffers }
