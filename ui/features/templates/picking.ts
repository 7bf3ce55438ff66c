import { ofSession } from '../../shared/session/ofPerson'

/** The ticket whose picker is open. */
export const pickingAtom = ofSession<number | null>(null)
