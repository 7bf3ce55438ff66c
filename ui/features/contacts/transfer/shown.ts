import { ofSession } from '../../../shared/session/ofPerson'

/** The import that is looked at on the contacts page, chosen from the shell's tray; null: none. */
export const shownImportAtom = ofSession<number | null>(null)
