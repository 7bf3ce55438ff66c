/** Completes a typed number: people omit their own country code. */
import { type Dialing, dialingOf, phoneFromTyping } from '../contacts/contract'
import type { Db } from '../platform/sqlite'
import { findDefaultConnection } from './connections/queries'

/** Completes it for the country of the company's default connection. */
export const dialingIn = (db: Db): Dialing => dialingOf(findDefaultConnection(db)?.number ?? null)

export const phoneMeant = (db: Db, typed: string): string => phoneFromTyping(typed, dialingIn(db))
