import { DeskWatch } from '../features/desk/DeskWatch'
import { LateMovesProvider } from '../features/desk/moves/LateMovesProvider'
import { useOffers } from '../features/desk/palette/useOffers'
import { UnreadBell } from '../features/desk/UnreadBell'
import { PrivateLayout } from '../features/shell/PrivateLayout'
import type { ShellParts } from '../features/shell/parts'

const parts: ShellParts = { Around: LateMovesProvider, Watch: DeskWatch, Bell: UnreadBell, useOffers }

/** The shell, with what the desk brings into it. */
export const PrivateShell = () => <PrivateLayout parts={parts} />
