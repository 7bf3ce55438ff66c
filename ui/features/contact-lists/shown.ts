import { ofSession } from '../../shared/session/ofPerson'

/** The import that is looked at, chosen from the shell's tray; null: none. */
export const shownImportAtom = ofSession<{ readonly id: number; readonly listId: number } | null>(null)
