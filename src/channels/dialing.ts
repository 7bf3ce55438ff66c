/** Completes a typed number: people omit their own country code. */
import { type Dialing, dialingOf, phoneFromTyping } from '../contacts/contract'
import { type Db, rememberedIn } from '../platform/sqlite'
import { findDefaultConnection } from './connections/queries'

/** Completes it for the country of the company's default connection. */
export const dialingIn: (db: Db) => Dialing = rememberedIn(
  (db) => dialingOf(findDefaultConnection(db)?.number ?? null),
  ['connections'],
)

export const phoneMeant = (db: Db, typed: string): string => phoneFromTyping(typed, dialingIn(db))
