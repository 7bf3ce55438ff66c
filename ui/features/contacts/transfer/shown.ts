import { ofSession } from '../../../shared/session/ofPerson'

/** The import on screen, chosen from the shell's tray; null for none. */
export const shownImportAtom = ofSession<number | null>(null)
