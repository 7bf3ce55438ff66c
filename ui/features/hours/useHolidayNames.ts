import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { holidays } from './api'

/** The company's days off, `2026-11-02` → Finados; those of single queues are left out. */
export function useHolidayNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(holidays.list())
  return useMemo(
    () => new Map((data ?? []).flatMap(({ date, name, queueId }) => (queueId === null ? [[date, name]] : []))),
    [data],
  )
}
