import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { refreshLists } from '../../shared/live/live-query'
import { connectionsQuery } from '../directory/api'

const numbersOf = (rows: readonly ConnectionSummary[]) => Object.fromEntries(rows.map(({ id, number }) => [id, number]))

/** A connection's number changed: messages of the previous number can no longer be acted on. */
export function useConnectionEvents() {
  const queries = useQueryClient()
  const { data: numbers } = useQuery({ ...connectionsQuery, select: ({ items }) => numbersOf(items) })
  const before = useRef(numbers)
  useEffect(() => {
    const known = before.current
    before.current = numbers
    if (!known || !numbers) return
    if (Object.keys(numbers).some((id) => known[id] && known[id] !== numbers[id]))
      void refreshLists(queries, ({ queryKey }) => queryKey[0] === 'messages')
  }, [numbers, queries])
}
