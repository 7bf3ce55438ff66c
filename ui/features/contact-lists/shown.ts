import type { ImportSummary } from '../../../src/bulk-import/contract'
import { ofSession } from '../../shared/session/ofPerson'

/** The import on screen, chosen from the shell's tray; null for none. */
export const shownImportAtom = ofSession<{ readonly id: number; readonly listId: number } | null>(null)

/** The latest state of imports into each list, by any user. */
export const runsAtom = ofSession<Readonly<Record<number, ImportSummary>>>({})
