import type { ImportSummary } from '../../../src/bulk-import/contract'
import { ofSession } from '../../shared/session/ofPerson'

/** The import that is looked at, chosen from the shell's tray; null: none. */
export const shownImportAtom = ofSession<{ readonly id: number; readonly listId: number } | null>(null)

/** The latest state of imports into each list, of any user. */
export const runsAtom = ofSession<Readonly<Record<number, ImportSummary>>>({})
