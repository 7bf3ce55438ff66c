/** Which number is meant by one that people typed: at home they leave the country out. */
import { type Dialing, dialingOf, phoneFromTyping } from '../contacts/contract'
import type { Db } from '../platform/sqlite'
import { findDefaultConnection } from './connections/queries'

/** As numbers are called in the country of the company's default connection. */
export const dialingIn = (db: Db): Dialing => dialingOf(findDefaultConnection(db)?.number ?? null)

export const phoneMeant = (db: Db, typed: string): string => phoneFromTyping(typed, dialingIn(db))
