/** The requests of an import, below the address of the module that imports the rows. */
import { queryOptions } from '@tanstack/react-query'
import type { ImportDetail, ImportSummary, StartImport } from '../../../src/bulk-import/contract'
import { call, fetchFile } from '../client'

export type Address = `/${string}`

/** `sheet`: one of the answer's sheets. */
export function uploadSheet(address: Address, file: File, sheet?: number): Promise<ImportDetail> {
  const form = new FormData()
  form.set('file', file, file.name)
  return call('POST', `${address}/upload${sheet === undefined ? '' : `?sheet=${sheet}`}`, form)
}
export const startImport = (address: Address, id: number, body: StartImport) =>
  call<ImportSummary>('POST', `${address}/imports/${id}/start`, body)
/** The import as if its data began after so many rows. */
export const guessAgain = (address: Address, id: number, headRows: number) =>
  call<ImportDetail>('GET', `${address}/imports/${id}?headRows=${headRows}`)
/** Which of the first rows the import would refuse, or take without one of their cells. */
export const faultsQuery = (address: Address, id: number, { headRows, columns }: Mapping) =>
  queryOptions({
    queryKey: ['import', id, 'faults', headRows, columns],
    queryFn: ({ signal }) =>
      call<ImportDetail>(
        'GET',
        `${address}/imports/${id}?headRows=${headRows}&columns=${columns.join()}`,
        undefined,
        signal,
      ).then(({ faults }) => faults),
    staleTime: Infinity,
  })
type Mapping = Pick<StartImport, 'headRows' | 'columns'>

export const cancelImport = (address: Address, id: number) =>
  call<ImportSummary>('POST', `${address}/imports/${id}/cancel`, {})
export const fetchErrors = (address: Address, id: number, name: string) =>
  fetchFile(`${address}/imports/${id}/errors`, `${name}.xlsx`)
export const fetchExample = (address: Address, name: string) => fetchFile(`${address}/imports/example`, `${name}.xlsx`)

export const importQuery = (address: Address, id: number) =>
  queryOptions({
    queryKey: ['import', id],
    queryFn: ({ signal }) => call<ImportDetail>('GET', `${address}/imports/${id}`, undefined, signal),
    staleTime: 0,
  })

/** The user's own imports that are running or have just ended. */
export const importsQuery = (address: Address) =>
  queryOptions({
    queryKey: ['imports', address],
    queryFn: ({ signal }) => call<ImportSummary[]>('GET', `${address}/imports`, undefined, signal),
    staleTime: 60_000,
  })
