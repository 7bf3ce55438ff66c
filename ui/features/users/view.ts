import * as v from 'valibot'
import type { Profile } from '../../../src/actor'
import { viewSchema } from '../../shared/table/view'

export const UsersView = viewSchema(['name', 'id', 'email', 'profile', 'presence'], {
  profile: v.picklist(['admin', 'supervisor', 'user'] satisfies Profile[]),
  /** Users who have this connection as their own. */
  connection: v.pipe(v.number(), v.integer(), v.minValue(1)),
})
export type UsersView = v.InferOutput<typeof UsersView>
