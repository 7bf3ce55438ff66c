import { useQueryClient } from '@tanstack/react-query'
import { personUpdated, type UserOption } from '../../../src/users/contract'
import { useEvent } from '../../shared/live/useEvent'
import { peopleQuery } from '../directory/api'

/** Pickers on every page follow users' presence. */
export function useUserEvents() {
  const queries = useQueryClient()
  useEvent(personUpdated, ({ userId, person }) =>
    queries.setQueryData(peopleQuery.queryKey, (known) => known && changed(known, userId, person)),
  )
}

/** The server's order: by code unit. */
function changed(known: readonly UserOption[], userId: number, person: UserOption | null): UserOption[] {
  const others = known.filter(({ id }) => id !== userId)
  return (person ? [...others, person] : others).sort((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -1 : 1))
}
